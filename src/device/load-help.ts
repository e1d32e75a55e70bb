/** The help pages, loaded when they are first asked for. */
import type { HelpIndex } from '../domain/assistant/help-index.ts'

export const loadHelp = async (): Promise<HelpIndex> => (await import('./help-index.ts')).HELP
