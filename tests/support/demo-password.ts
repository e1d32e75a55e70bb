/** Of the demo's accounts in browser tests and measurements: long enough for protected devices. */
export const PASSWORD = 'farol-demo-longa'
