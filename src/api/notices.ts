/** What the server has to say before a sign-in. Without ky and zod: the sign-in screen loads neither before the first attempt. */

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

/** Whether strangers reach accounts whose password everybody can read. False where nobody answers. */
export async function isDemoReachable(signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch('/api/notices', { signal, cache: 'no-store' })
    const body: unknown = await answer.json()
    return within(within(body, 'data'), 'demo_reachable') === true
  } catch {
    return false
  }
}
