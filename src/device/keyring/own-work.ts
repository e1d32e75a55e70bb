/**
 * From a clear store to a sealed one: the user's own work is copied into the new database, everything else is downloaded
 * anew. Until `commit` the clear store is the truth, and a copy that was interrupted begins again. From then on the sealed one is, and
 * each start removes what is left of the clear one. docs/rules.md#protected-devices
 */
import Dexie from 'dexie'
import { onDisk } from '../../db/access/on-disk.ts'
import { lockTalk, syncLockName } from '../../db/access/sync-lock.ts'
import { tidyStore } from '../../db/mirror/tidy-store.ts'
import { closeMirror, LayeredMirror } from '../../db/open.ts'
import { copyMissed, copyOwnWork } from '../../db/own-work.ts'
import type { MirrorDb } from '../../db/schema/mirror.ts'
import type { StoreKeys } from '../../db/sealing/keys.ts'
import { mirrorName } from '../../db/sealing/mirror-name.ts'
import { sealedSessions, thisDevice } from '../../db/session/device-session.ts'
import { takeTyped } from '../../db/typed-last.ts'
import { closeBoard } from '../../workers/board-bridge.ts'
import { stopSync } from '../../workers/sync-bridge.ts'

const PATIENCE_MS = 3000
const TIDY_ROUNDS = 3
const PAUSE_MS = 300

const clearName = (userId: number) => mirrorName(userId, false)

const clearMirror = (userId: number) =>
  new LayeredMirror(userId, { device: thisDevice(), options: {}, keys: null })

const sealedMirror = (keys: StoreKeys) =>
  new LayeredMirror(keys.userId, { device: thisDevice(), options: {}, keys })

/** Runs `act` while no engine of any tab writes; an engine that hangs does not prevent it. */
async function whileNobodySyncs(userId: number, act: () => Promise<void>): Promise<void> {
  await stopSync()
  closeBoard()
  closeMirror(userId)
  try {
    await navigator.locks.request(syncLockName(userId), { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      const endAnswers = lockTalk.answer(userId)
      return act().finally(endAnswers)
    })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error
    await act()
  }
}

async function copy(keys: StoreKeys): Promise<void> {
  // What an interrupted copy left.
  await Dexie.delete(mirrorName(keys.userId, true))
  const from = clearMirror(keys.userId)
  const to = sealedMirror(keys)
  try {
    await takeTyped(window.localStorage, from)
    await copyOwnWork(from, to)
    await onDisk(to, 'at once')
  } finally {
    from.close()
    to.close()
  }
}

/** Brings the own work over if a clear store of this user exists, and stores the session by `commit`. */
export async function bringOwnWork(keys: StoreKeys, commit: () => Promise<void>): Promise<void> {
  const { userId } = keys
  const isSealed = (await sealedSessions()).some((session) => session.userId === userId)
  if (isSealed || !(await Dexie.exists(clearName(userId)))) {
    await commit()
  } else {
    await whileNobodySyncs(userId, async () => {
      await copy(keys)
      await commit()
    })
  }
  await removeClearStore(keys)
}

/** The keys of this user in both storages of the browser that hold values of a clear store. */
const OF_CLEAR_STORE = ['farol_queue_', 'farol_typed_', 'farol_board_view_']

function overwriteStored(store: Storage, userId: number): void {
  const keys = Array.from({ length: store.length }, (_, place) => store.key(place) ?? '')
  for (const key of keys) {
    const isOfUser = OF_CLEAR_STORE.some(
      (prefix) => key === `${prefix}${userId}` || key.startsWith(`${prefix}${userId}_`),
    )
    if (!isOfUser) continue
    store.setItem(key, '0'.repeat(store.getItem(key)?.length ?? 0))
    store.removeItem(key)
  }
}

/** A `meta` record of the sealed store while its user's clear one may still have bytes on the disk. */
const REMAINS = 'clearRemains'

/** Brings over what another tab queued after the copy, and deletes the clear store. */
async function deleteClear(to: MirrorDb): Promise<void> {
  const from = clearMirror(to.userId)
  try {
    await copyMissed(from, to)
    // Before the deletion: a browser that is killed after it goes on with the rest at its next start.
    await to.meta.put({ name: REMAINS, value: true })
    await onDisk(to, 'at once')
    await from.delete()
  } finally {
    from.close()
  }
}

/** Removes what is left of the clear store, if anything is: also what a start before this one did not finish. */
export async function removeClearStore(keys: StoreKeys): Promise<void> {
  const { userId } = keys
  const to = sealedMirror(keys)
  try {
    if (await Dexie.exists(clearName(userId))) await deleteClear(to)
    else if ((await to.meta.get(REMAINS)) === undefined) return
    overwriteStored(window.localStorage, userId)
    overwriteStored(window.sessionStorage, userId)
    // Chromium keeps the bytes of a deleted database until it compacts its files.
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))
    for (let round = 0; round < TIDY_ROUNDS; round++) await tidyStore(to, pause, new AbortController().signal)
    await to.meta.delete(REMAINS)
  } finally {
    to.close()
  }
}
