/**
 * Returns the key of the token in local storage: docs/rules.md#session-user. A file of its own, so that the route guard
 * does not load the store.
 */
export function tokenKey(hostname: string): string {
  return hostname.includes('stg') ? 'stg_farol_token' : 'farol_token'
}
