/**
 * What a user arranged on a screen, by the screen's name. Kept on the device and in the user's record; the later change
 * wins. docs/rules.md#screen-settings
 */
import { z } from 'zod'
import { funnelLayoutSchema } from '../reports/funnel-slots.ts'

export const SCREEN_SETTINGS = { funnel: funnelLayoutSchema } as const

export type SettingsScreen = keyof typeof SCREEN_SETTINGS
export type ScreenSetting<Screen extends SettingsScreen> = z.infer<(typeof SCREEN_SETTINGS)[Screen]>

export const settingsScreenSchema = z.enum(['funnel'] satisfies SettingsScreen[])
