/**
 * What the sign-in screen asks the server before a sign-in.
 * Imports neither ky nor zod: the sign-in screen loads them only with the first attempt.
 */

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

/** null: the server does not answer. */
async function factOf(name: string, signal: AbortSignal): Promise<unknown> {
  try {
    const answer = await fetch('/api/notices', { signal, cache: 'no-store' })
    const body: unknown = await answer.json()
    return within(within(body, 'data'), name)
  } catch {
    return null
  }
}

/** Returns whose Farol it is, as the server says. null when it does not answer, or is of an earlier version. */
export const askedBrokerage = (signal: AbortSignal): Promise<unknown> => factOf('brokerage', signal)

/**
 * Returns whether accounts with public demo passwords can be reached from other machines.
 * Returns false when the server does not answer.
 */
export const isDemoReachable = async (signal: AbortSignal): Promise<boolean> =>
  (await factOf('demo_reachable', signal)) === true

/** Returns whether the server sends mails. Returns true when it does not answer, or is of an earlier version. */
export const sendsMail = async (signal: AbortSignal): Promise<boolean> =>
  (await factOf('sends_mail', signal)) !== false
