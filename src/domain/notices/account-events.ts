/** What happened to one's own account, for the bell and the profile: docs/rules.md#not-me */
import { z } from 'zod'
import { FACTOR_CHANGES } from '../session/factor-changes.ts'
import type { Notice } from './notice.ts'

export const accountEventSchema = z.object({
  /** The same on every device. */
  key: z.string(),
  at: z.string(),
  /** A change, or what came after the right password. An unknown one is of a later version of the server. */
  what: z.string(),
  /** With `wrong_codes`: how many in 24 hours. */
  count: z.number().int().nullable(),
  /** With `new_device`: 'Chrome no Windows'; null: unknown. */
  detail: z.string().nullable(),
  /** Who did it, where it was somebody else. */
  by: z.string().nullable(),
})
export type AccountEvent = z.infer<typeof accountEventSchema>

const isFactorChange = (what: string): what is keyof typeof FACTOR_CHANGES => what in FACTOR_CHANGES

/** Returns what happened, in one sentence without its dot. */
export function eventWords({ what, count, detail }: AccountEvent): string {
  if (what === 'new_device') return `Entrada em um aparelho novo: ${detail ?? 'navegador desconhecido'}`
  if (isFactorChange(what)) return FACTOR_CHANGES[what]
  if (what === 'wrong_codes')
    return count === null || count === 1
      ? 'Senha certa, e depois um código errado'
      : `Senha certa, e depois ${count} códigos errados em 24 horas`
  return 'A segurança da sua conta mudou'
}

/** Sign-ins on new devices are notices of their own. */
export function eventNotices(events: readonly AccountEvent[]): Notice[] {
  return events
    .filter(({ what }) => what !== 'new_device')
    .map((event) => ({
      key: `security:${event.key}`,
      kind: 'device',
      atMs: Date.parse(event.at),
      momentMs: Date.parse(event.at),
      title: event.what === 'wrong_codes' ? 'Código errado na sua entrada' : 'Segurança da sua conta',
      text: eventWords(event),
      note: event.by === null ? 'Se não foi você, abra e toque em ‘Não fui eu’' : `Por ${event.by}`,
      isUrgent: true,
      target: { to: 'profile' },
    }))
}
