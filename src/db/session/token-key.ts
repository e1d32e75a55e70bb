/** Key of the token in local storage: 'stg_' before it on staging hosts (first text, section 7). Alone, so that the guard needs no store. */
export function tokenKey(hostname: string): string {
  return hostname.includes('stg') ? 'stg_farol_token' : 'farol_token'
}
