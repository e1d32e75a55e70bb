/** What the user arranged on a screen: the device's at once, then the server's. docs/rules.md#screen-settings */
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { saveScreenSettingRoute, screenSettingRoute } from '../contract/screen-settings.ts'
import { openMirror } from '../db/open.ts'
import { keepSetting, keptSetting } from '../db/session/screen-settings.ts'
import {
  SCREEN_SETTINGS,
  type ScreenSetting,
  type SettingsScreen,
} from '../domain/session/screen-settings.ts'
import { online } from './online.ts'
import { useReconnections } from './useSyncStatus.ts'

interface Setting<Value> {
  /** undefined: not read yet; null: never arranged, as far as is known. */
  readonly value: Value | null | undefined
  readonly save: (value: Value) => void
}

const bodySchema = saveScreenSettingRoute.body

/** Sends what the server lacks, or brings what it has. A change of the user meanwhile stays. */
async function exchange(userId: number, screen: SettingsScreen, signal: AbortSignal): Promise<void> {
  const db = openMirror(userId)
  const kept = await keptSetting(db, screen)
  const params = { screen }
  const unsent =
    kept === null || kept.sent
      ? undefined
      : bodySchema.safeParse({ value: kept.value, changed_at: kept.changed_at }).data
  const result = await online((token) =>
    unsent === undefined
      ? call(screenSettingRoute, { params, token, signal })
      : call(saveScreenSettingRoute, { params, body: unsent, token, signal }),
  )
  if (signal.aborted || result.kind !== 'ok') return
  const { value, changed_at } = result.value
  if (changed_at !== null) await keepSetting(db, screen, { value, changed_at, sent: true }, kept)
}

/** Another `round` asks the server again. */
export function useScreenSetting<Screen extends SettingsScreen>(
  userId: number,
  screen: Screen,
  round = 0,
): Setting<ScreenSetting<Screen>> {
  const reconnections = useReconnections(userId)
  const [changes, setChanges] = useState(0)
  const kept = useLiveQuery(async () => keptSetting(openMirror(userId), screen), [userId, screen])
  useEffect(() => {
    const stopped = new AbortController()
    exchange(userId, screen, stopped.signal).catch(() => {
      // The disk is full, or the user has signed out. The next change or connection tries again.
    })
    return () => stopped.abort()
  }, [userId, screen, reconnections, changes, round])

  const value = useMemo(() => {
    if (kept === undefined || kept === null) return kept
    return SCREEN_SETTINGS[screen].safeParse(kept.value).data ?? null
  }, [kept, screen])
  return {
    value,
    save: (next) => {
      const setting = { value: next, changed_at: new Date().toISOString(), sent: false }
      keepSetting(openMirror(userId), screen, setting).then(
        () => setChanges((last) => last + 1),
        () => {
          // As above, the screen keeps what it shows.
        },
      )
    },
  }
}
