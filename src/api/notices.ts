/**
 * What the sign-in screen asks the server before a sign-in.
 * Imports neither ky nor zod: the sign-in screen loads them only with the first attempt.
 */

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

/**
 * Returns whether accounts with public demo passwords can be reached from other machines.
 * Returns false when the server does not answer.
 */
export async function isDemoReachable(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch('/api/notices', { signal, cache: 'no-store' })
    const body: unknown = await answer.json()
    return within(within(body, 'data'), 'demo_reachable') === true
  } catch {
    return false
  }
}
