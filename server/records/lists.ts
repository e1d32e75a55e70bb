/**
 * What only the server says of the lists that administration keeps (`src/domain/catalogue/lists.ts`): the words of the API's document
 * and of an export, which fields are unique, and which tables name a row. A list or field without a line does not compile. The words
 * that all lists or other records share are with those.
 */
import { byTable, type ListField, type ListTable, textsOf } from '../../src/domain/catalogue/lists.ts'
import { partsOf } from '../../src/domain/record/parts.ts'
import type { Database } from '../db/database.ts'
import { says } from './meaning.ts'
import { type ColumnFacts, REFERENCE, type Sheet, sheet, type TableFacts } from './tables/table.ts'
import type { Unique } from './unique.ts'

/** Who names a row, and the words for one and for many of them. */
export interface Usage {
  readonly table: keyof Database
  readonly columns: readonly string[]
  readonly one: string
  readonly many: string
}

interface ListFacts {
  /** A row in the API's document: 'um seguro'. */
  readonly documented: string
  readonly sheet: Sheet
  /** The first one is by which a refusal names the other row. */
  readonly unique: readonly Unique[]
  readonly usedBy: readonly Usage[]
  readonly fields: Readonly<Record<string, ColumnFacts>>
}

type SaidElsewhere = 'active' | 'attendance_flow'

const naming =
  (table: keyof Database, one: string, many: string) =>
  (...columns: readonly string[]): Usage => ({ table, columns, one, many })

const leads = naming('leads', 'lead', 'leads')
const users = naming('users', 'usuário', 'usuários')
const dealerships = naming('user_partners', 'usuário', 'usuários')
const teams = naming('technical_team_channels', 'equipe técnica', 'equipes técnicas')
const children = naming('channels', 'canal', 'canais')
const proposals = naming('elective_leads', 'proposta', 'propostas')
const duplicates = naming('lead_duplicates', 'lead duplicado', 'leads duplicados')
const renewals = naming('lead_temps', 'renovação a processar', 'renovações a processar')
const suggestions = naming('suggested_messages', 'mensagem sugerida', 'mensagens sugeridas')
const rules = naming('lead_broker_config', 'regra de lead e corretor', 'regras de lead e corretor')

export const LIST_FACTS = {
  insurances: {
    documented: 'um seguro',
    sheet: sheet('seguros', 'Os seguros que a corretora vende.'),
    unique: [{ field: 'name', taken: 'Já existe um seguro com este nome' }],
    usedBy: [leads('insurance_id'), rules('insurance_id'), proposals('insurance_id')],
    fields: {
      name: { own: says('Nome do seguro.', 'Automóvel') },
      type: {
        meaning: says('1 pessoa física, 2 pessoa jurídica.', 1, 'Contato'),
        sheet: 'Para quem: 1 pessoa física, 2 pessoa jurídica',
      },
      persons: { meaning: says('É um seguro de pessoas.') },
    },
  },
  partners: {
    documented: 'uma concessionária',
    sheet: sheet('parceiros', 'As concessionárias, de Parceiros.'),
    unique: [
      { field: 'name', taken: 'Já existe uma concessionária com este nome' },
      { field: 'code_wf', taken: 'Este Code_WF já é de outra concessionária' },
    ],
    usedBy: [
      leads('partner_id'),
      dealerships('partner_id'),
      rules('partner_id'),
      proposals('partner_id'),
      duplicates('partner_id'),
      renewals('partner_id'),
    ],
    fields: {
      name: { own: says('Nome da concessionária.', 'Concessionária Centro') },
      code_wf: { meaning: says('Código da concessionária no próprio sistema.', '0042') },
      release_quote: { meaning: says('A concessionária libera cotação.') },
      quote_link_template: {
        meaning: says(
          'Modelo do link de cotação. null: nenhum.',
          'https://multicalculo.example.com/?cpf={cpf}',
        ),
      },
      shared_tablet: {
        own: says(
          'Seus usuários trabalham em tablet compartilhado. Só administradores mudam; sem o campo, fica como está.',
        ),
      },
    },
  },
  technical_teams: {
    documented: 'uma equipe técnica',
    sheet: sheet('equipes', 'As equipes técnicas.'),
    unique: [{ field: 'description', taken: 'Já existe uma equipe com esta descrição' }],
    usedBy: [users('technical_team_id')],
    fields: {
      description: { own: says('Nome da equipe técnica.', 'Equipe Centro') },
      channels: { meaning: says('Os canais.') },
    },
  },
  lead_broker_config: {
    documented: 'uma regra de corretor',
    sheet: sheet('regras-de-corretor', 'Qual corretor recebe os leads de uma concessionária e seguro.'),
    unique: [],
    usedBy: [],
    fields: {
      channel_id: { own: says('Número do canal.', 1) },
      partner_id: { own: says('Número da concessionária.', 24) },
      insurance_id: { own: says('Número do seguro.', 1) },
      broker_id: { own: says('Número do corretor.', 2) },
      status: { own: says('1 vale, 0 não vale.', 1), sheet: 'Vale: 1 sim, 0 não' },
    },
  },
  channels: {
    documented: 'um canal',
    sheet: sheet('canais', 'Os canais dos leads.'),
    unique: [{ field: 'name', taken: 'Já existe um canal com este nome' }],
    usedBy: [
      leads('channel_id'),
      users('channel_id'),
      teams('channel_id'),
      rules('channel_id'),
      renewals('channel_id'),
      children('parent_id'),
    ],
    fields: {
      name: { own: says('Nome do canal.', 'Site') },
      parent_id: { meaning: says('Número do canal principal. null: é um.', 1) },
      custom: { meaning: says('O canal foi criado nesta instalação.') },
      status_flow: { meaning: says('Os status do canal, na ordem em que um lead passa por eles.') },
      renewal: { meaning: says('Os leads do canal renovam uma apólice.') },
    },
  },
  competitor_brokers: {
    documented: 'uma corretora concorrente',
    sheet: sheet('concorrentes', 'As corretoras concorrentes.'),
    unique: [{ field: 'name', taken: 'Já existe um concorrente com este nome' }],
    usedBy: [leads('competitor_broker', 'old_competitor_broker')],
    fields: { name: { own: says('Nome da corretora concorrente.', 'Corretora Beta') } },
  },
  insurers: {
    documented: 'uma seguradora',
    sheet: sheet('seguradoras', 'As seguradoras, com todas as suas grafias.'),
    unique: [{ field: 'name', taken: 'Já existe uma seguradora com este nome' }],
    // Policies have the texts of their files, which are read by the catalogue of the moment.
    usedBy: [],
    fields: {
      name: {},
      susep: { meaning: says('Código FIP da SUSEP. null: não se sabe.', '05886') },
      aliases: { own: says('As outras grafias da seguradora.') },
    },
  },
  message_templates: {
    documented: 'um modelo de mensagem',
    sheet: sheet('modelos-de-mensagem', 'Os textos prontos de mensagens de WhatsApp.'),
    unique: [{ field: 'name', taken: 'Já existe um modelo com este nome' }],
    usedBy: [suggestions('template_id')],
    fields: {
      name: { own: says('Nome do modelo.', 'Renovação') },
      purpose: { own: says('Para que serve: renewal, return, quote ou other.', 'renewal') },
      body: {
        meaning: says('O texto do modelo, com campos entre chaves.', 'Olá, {primeiro_nome}! Posso ajudar?'),
      },
      position: { meaning: says('Lugar na lista, a partir de 0.', 0) },
      meta_name: {
        meaning: says('Nome do modelo aprovado na Meta. null: o modelo só abre por link.', 'renovacao'),
      },
      meta_language: { meaning: says('Idioma do modelo aprovado na Meta. null: nenhum.', 'pt_BR') },
    },
  },
} as const satisfies {
  readonly [Table in ListTable]: Omit<ListFacts, 'unique' | 'fields'> & {
    readonly unique: readonly Unique<ListField<Table>>[]
    readonly fields: Readonly<Record<Exclude<ListField<Table>, SaidElsewhere>, ColumnFacts>>
  }
}

/** Returns what is said of the list, without its exact types. */
export const factsOf = (table: ListTable): ListFacts => LIST_FACTS[table]

/** What is declared of their tables. */
export const OF_LISTS = byTable((table): TableFacts => {
  const { sheet: leaves, fields } = factsOf(table)
  return { sheet: leaves, noPerson: { [REFERENCE]: textsOf(table) }, words: partsOf(fields, 'sheet') }
})
