/**
 * No person fills in the form without login faster. The server refuses a form that comes sooner, so the page waits that
 * long.
 */
export const SHORTEST_FILLING_MS = 5000
