/** What automations tell: docs/rules.md#automations */
import { leadName, leadTarget, type Notice } from './notice.ts'

export interface AutomationNews {
  readonly id: number
  /** Its name. */
  readonly automation: string
  /** null: about the automation itself. */
  readonly lead: { readonly uid: string; readonly id: number } | null
  readonly text: string
  readonly made_at: string
}

export function automationNotices(news: readonly AutomationNews[]): Notice[] {
  return news.map(({ id, automation, lead, text, made_at }) => {
    const atMs = Date.parse(made_at)
    return {
      key: `automation:${id}`,
      kind: 'automation',
      atMs,
      momentMs: atMs,
      title: lead === null ? `Automação “${automation}”` : leadName(lead.id),
      text,
      note: lead === null ? '' : `Por automação “${automation}”`,
      isUrgent: lead === null,
      target: lead === null ? { to: 'automations' } : leadTarget(lead),
    }
  })
}
