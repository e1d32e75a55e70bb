/** How the tests and the measures start Chromium: nothing of its own on the network, and alike in both. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
