/** The two date formats of the API documentation. */
import type { Switches } from "../switches";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a date as `Sun Sep 29 2024 08:20:37 GMT+0000 (Greenwich Mean Time)`, in any time zone of this machine. */
function formatLongDate(time: number): string {
  const date = new Date(time);
  const day = String(date.getUTCDate()).padStart(2, "0");
  const clock = date.toISOString().slice(11, 19);
  return (
    `${weekdays[date.getUTCDay()] ?? ""} ${months[date.getUTCMonth()] ?? ""} ${day} ${date.getUTCFullYear()} ` +
    `${clock} GMT+0000 (Greenwich Mean Time)`
  );
}

/** Formats a time, given in Unix milliseconds. */
export function formatDate(time: number, format: Switches["dates"]): string {
  return format === "iso" ? new Date(time).toISOString() : formatLongDate(time);
}
