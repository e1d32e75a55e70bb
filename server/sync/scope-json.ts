import { finishedWindows } from '../../src/domain/lead/access.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'

/** Returns what every page says of the scope, as JSON: the days for which ended leads are in it. */
export const scopeJson = (settings: Settings): string =>
  JSON.stringify({ ended_days: finishedWindows(settings) })
