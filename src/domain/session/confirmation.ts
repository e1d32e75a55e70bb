/** The confirmation by one's own password, which lasts a few minutes in one tab: docs/rules.md#own-password */
import { MINUTE_MS } from '../time/durations.ts'

/** Brings the confirmation with a call that needs one. */
export const CONFIRMATION_HEADER = 'farol-confirmation'
export const CONFIRMED_FOR_MS = 5 * MINUTE_MS
/** Title of the dialog, and the error of a call without a confirmation. */
export const CONFIRM_WITH_PASSWORD = 'Confirme com a sua senha'
