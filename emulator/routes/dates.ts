/** The two date forms of the document (section 2.1). */
import type { Switches } from "../options";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `Sun Sep 29 2024 08:20:37 GMT+0000 (Greenwich Mean Time)`: whole seconds, whatever the time zone of this machine. */
function longDate(time: number): string {
  const date = new Date(time);
  const day = String(date.getUTCDate()).padStart(2, "0");
  const clock = date.toISOString().slice(11, 19);
  return (
    `${weekdays[date.getUTCDay()] ?? ""} ${months[date.getUTCMonth()] ?? ""} ${day} ${date.getUTCFullYear()} ` +
    `${clock} GMT+0000 (Greenwich Mean Time)`
  );
}

/** A moment (Unix milliseconds) in the form that the switch names. */
export function dateText(time: number, form: Switches["dates"]): string {
  return form === "iso" ? new Date(time).toISOString() : longDate(time);
}
