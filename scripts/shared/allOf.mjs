/**
 * Waits for all tasks, also if one fails, so that none goes on after an error. Then throws the first error.
 *
 * @template {readonly unknown[]} T
 * @param {{ [K in keyof T]: Promise<T[K]> }} tasks
 * @returns {Promise<T>}
 */
export async function allOf(...tasks) {
  await Promise.allSettled(tasks);
  return /** @type {Promise<T>} */ (Promise.all(tasks));
}
