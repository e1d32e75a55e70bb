/** Nobody fills in the form without login faster: the server refuses what comes sooner, so the page waits that long. */
export const SHORTEST_FILLING_MS = 5000
