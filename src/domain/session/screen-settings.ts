/**
 * What a user arranged on a screen, by the screen's name. Kept on the device and in the user's record; the later change
 * wins, but for joined screens. docs/rules.md#screen-settings
 */
import { z } from 'zod'
import { type NoticeSwitches, noticeSwitchesSchema } from '../notices/kinds.ts'
import { joinRead, NONE_READ, type ReadNotices, readNoticesSchema } from '../notices/read.ts'
import { type FunnelLayout, funnelLayoutSchema } from '../reports/funnel-slots.ts'
import { type StartPage, startPageSchema } from './start-page.ts'

interface ScreenSettings {
  readonly funnel: FunnelLayout
  readonly notices: NoticeSwitches
  readonly 'notices-read': ReadNotices
  readonly start: StartPage
}

export type SettingsScreen = keyof ScreenSettings
export type ScreenSetting<Screen extends SettingsScreen> = ScreenSettings[Screen]

export const SCREEN_SETTINGS: {
  readonly [Screen in SettingsScreen]: z.ZodType<ScreenSettings[Screen]>
} = {
  funnel: funnelLayoutSchema,
  notices: noticeSwitchesSchema,
  'notices-read': readNoticesSchema,
  start: startPageSchema,
}

export const settingsScreenSchema = z.enum([
  'funnel',
  'notices',
  'notices-read',
  'start',
] satisfies SettingsScreen[])

/** Whether what two devices wrote counts together, instead of the later change alone. */
export const isJoined = (screen: SettingsScreen): boolean => screen === 'notices-read'

/** Returns the value of a joined screen after a change. A stored value that does not parse counts as none. */
export function joinedSetting(stored: unknown, given: unknown, nowMs: number): unknown {
  const parsed = (value: unknown) => readNoticesSchema.safeParse(value).data ?? NONE_READ
  return joinRead(parsed(stored), parsed(given), nowMs)
}
