/** What a message of a lead is written from, as of the last sync, and what becomes of it. docs/rules.md#message-templates */
import { useLiveQuery } from 'dexie-react-hooks'
import { catalogue, clientByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { useBrokerage } from '../../../device/brokerage.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import type { MessageTemplate } from '../../../domain/catalogue/catalogue.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { isWhatsAppConnected } from '../../../domain/settings/whatsapp.ts'
import { optOutProblem } from '../../../domain/whatsapp/sending.ts'
import { type TemplateValues, templateValues } from '../../../domain/whatsapp/template-fields.ts'
import { useCalls } from '../actions/useCalls.ts'

export interface MessageSources {
  /** Those that may be chosen, in the order of the list. */
  readonly templates: readonly MessageTemplate[]
  readonly values: TemplateValues
  /** Why no template is sent to the client; null: one may be. */
  readonly optOut: string | null
  /** Meta's service sends for this Farol. */
  readonly connected: boolean
}

const byPosition = (one: MessageTemplate, other: MessageTemplate) =>
  one.position - other.position || one.name.localeCompare(other.name, 'pt-BR')

async function read(userId: number, clientUid: string) {
  const db = openMirror(userId)
  const [templates, settings, client] = await Promise.all([
    catalogue(db, 'message_template'),
    catalogue(db, 'setting'),
    clientByUid(db, clientUid),
  ])
  return {
    templates: templates.filter(({ active }) => active).toSorted(byPosition),
    connected: isWhatsAppConnected(settings),
    optOut: client === undefined ? null : optOutProblem(client),
  }
}

/** Returns undefined until all of it is read. */
export function useMessageSources(lead: Lead, user: SessionUser): MessageSources | undefined {
  const brokerage = useBrokerage().name ?? ''
  const catalogues = useCatalogues(user.id)
  const stored = useLiveQuery(async () => read(user.id, lead.client_uid), [user.id, lead.client_uid])
  if (stored === undefined || catalogues === undefined) return undefined
  const insurance = catalogues.insurances.get(lead.insurance_id ?? 0) ?? ''
  return { ...stored, values: templateValues({ lead, userName: user.name, brokerage, insurance }) }
}

type Message =
  | {
      readonly kind: 'template'
      readonly template_id: number
      readonly values: Partial<TemplateValues>
    }
  | { readonly kind: 'text'; readonly text: string }

export interface MessageActs {
  /** The text was opened in the user's own WhatsApp. `online`: false leaves a suggestion as it is, to be opened again. */
  readonly opened: (phone: string, online: boolean) => Promise<void>
  /** Returns whether it is queued. */
  readonly send: (phone: string, message: Message) => Promise<boolean>
  readonly dismiss: () => Promise<boolean>
}

export function useMessageActs(lead: Lead, user: SessionUser): MessageActs {
  const calls = useCalls(user)
  const suggestion = lead.suggested_message?.uid ?? null
  const decide = (decision: 'opened' | 'dismissed', done: string | null) =>
    suggestion === null
      ? Promise.resolve(true)
      : runCommandWithToast(
          user.id,
          'lead.decideMessage',
          { lead_uid: lead.uid, suggestion_uid: suggestion, decision },
          { done, failed: FAILED },
        )
  return {
    opened: async (phone, online) => {
      if (online) await decide('opened', null)
      await calls.record(lead.uid, phone)
    },
    send: (phone, message) =>
      runCommandWithToast(
        user.id,
        'lead.sendMessage',
        {
          lead_uid: lead.uid,
          message_uid: crypto.randomUUID(),
          phone,
          message: message.kind === 'text' ? message : { ...message, values: { ...message.values } },
          suggestion_uid: suggestion,
        },
        { done: 'Mensagem a caminho do WhatsApp', failed: FAILED },
      ),
    dismiss: () => decide('dismissed', 'Sugestão dispensada'),
  }
}
