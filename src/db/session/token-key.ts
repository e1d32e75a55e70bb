/**
 * Key of the token in local storage: docs/rules.md#session-user. A file of its own, so that the route guard loads no
 * store.
 */
export function tokenKey(hostname: string): string {
  return hostname.includes('stg') ? 'stg_farol_token' : 'farol_token'
}
