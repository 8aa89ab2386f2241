/** The token of a job. Its form is that of no system, so that nothing recognizes it by accident. */
export const token = "tok-5e3f8a1b9c";
