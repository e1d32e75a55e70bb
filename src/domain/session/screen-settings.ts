/**
 * What a user arranged on a screen, by the screen's name. Kept on the device and in the user's record; the later change
 * wins. docs/rules.md#screen-settings
 */
import { z } from 'zod'
import { type NoticeSwitches, noticeSwitchesSchema } from '../notices/kinds.ts'
import { type FunnelLayout, funnelLayoutSchema } from '../reports/funnel-slots.ts'

interface ScreenSettings {
  readonly funnel: FunnelLayout
  readonly notices: NoticeSwitches
}

export type SettingsScreen = keyof ScreenSettings
export type ScreenSetting<Screen extends SettingsScreen> = ScreenSettings[Screen]

export const SCREEN_SETTINGS: {
  readonly [Screen in SettingsScreen]: z.ZodType<ScreenSettings[Screen]>
} = { funnel: funnelLayoutSchema, notices: noticeSwitchesSchema }

export const settingsScreenSchema = z.enum(['funnel', 'notices'] satisfies SettingsScreen[])
