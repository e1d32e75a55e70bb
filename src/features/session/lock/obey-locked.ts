/** An order to erase reaches a locked device, too: it asks by its secret, since its token is sealed. docs/rules.md#erasing-a-device */
import { call } from '../../../api/call.ts'
import { eraseOrderRoute } from '../../../contract/devices.ts'
import {
  type ErasingDeps,
  finishErasures,
  forgetErased,
  obeyOrder,
} from '../../../db/session/locked-erasures.ts'
import { destroyKeyring } from '../../../device/keyring/give-up-keyring.ts'
import { withKeyrings } from '../../../workers/keyring-bridge.ts'
import { markErased } from '../erased-flag.ts'
import { dropStoredOf } from '../finish-erasure.ts'

/** What was begun goes on with the next start. */
class NoAnswer extends Error {}

const deps: ErasingDeps = {
  destroyKeyring,
  report: async (stage, locked) => {
    const answer = await call(eraseOrderRoute, { body: { stage, locked } })
    if (answer.kind !== 'ok') throw new NoAnswer()
    return answer.value.data
  },
}

/** Deletes what local storage has of users whom this device erased, also while no page was open. */
export const forgetErasedUsers = (): Promise<void> =>
  forgetErased(({ userId, by }) => {
    dropStoredOf(userId)
    markErased(by)
  })

async function unlessUnanswered(act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof NoAnswer) return false
    throw error
  }
}

/** Resolves to whether the user was erased. Without an answer nothing happens: the next look asks again. */
export async function obeyLocked(userId: number): Promise<boolean> {
  const keyring = await withKeyrings((keyrings) => keyrings.read(userId))
  if (keyring === null) return false
  const isErased = await unlessUnanswered(() => obeyOrder(deps, userId, keyring.secret))
  await forgetErasedUsers()
  return isErased
}

/** Goes on with an erasure that a killed browser broke off, and tells the server what it has not heard of. */
export async function finishLocked(): Promise<void> {
  await unlessUnanswered(async () => {
    await finishErasures(deps)
    return true
  })
  await forgetErasedUsers()
}
