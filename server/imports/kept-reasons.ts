/** Why a row stays when its import is taken back, in words. docs/rules.md#taking-back */
import type { KeptRow } from '../../src/contract/imports.ts'

interface Standing {
  /** false: it was there before the import, which completed it. */
  readonly made: boolean
  readonly changed: boolean
  /** A lead of the client stays, or one was worked since. */
  readonly isWorked: boolean
  /** Tables that refer to it. */
  readonly tables: readonly string[]
}

export const MERGED = 'Foi unido a outro cadastro'

/** The first of a row's tables gives the reason. */
const WORDS: Readonly<Record<KeptRow['kind'], readonly (readonly [table: string, words: string])[]>> = {
  lead: [
    ['calls', 'Tem ligações'],
    ['whatsapp_messages', 'Tem mensagens de WhatsApp'],
    ['lead_files', 'Tem um documento'],
    ['lead_transfer_leads', 'Foi transferido'],
    ['returned_leads', 'Voltou como outro lead'],
  ],
  client: [
    ['leads', 'Tem um lead'],
    ['client_erasures', 'Teve os dados apagados'],
    ['data_requests', 'Tem um pedido de titular'],
    ['client_aliases', MERGED],
  ],
  user: [
    ['sessions', 'Já entrou no Farol'],
    ['user_passwords', 'Já tem senha'],
    ['leads', 'Tem leads'],
  ],
  partner: [
    ['leads', 'Tem leads'],
    ['user_partners', 'Tem usuários'],
    ['lead_broker_config', 'Tem regras de corretor'],
    ['partner_keys', 'Tem uma chave de sistema'],
  ],
}

const CHANGED = 'Foi alterado depois da importação'
const COMPLETED_AND_CHANGED = 'Foi alterado depois: o que a importação completou fica'
const COMPLETED_AND_WORKED = 'Tem um lead em que alguém mexeu depois: o que a importação completou fica'
const LINKED = 'Está ligado a outros registros'

export function keptReason(kind: KeptRow['kind'], { made, changed, isWorked, tables }: Standing): string {
  if (!made) return isWorked && !changed ? COMPLETED_AND_WORKED : COMPLETED_AND_CHANGED
  const known = WORDS[kind].find(([table]) => tables.includes(table))
  if (known !== undefined) return known[1]
  return changed ? CHANGED : LINKED
}
