/**
 * What only the server says of the fields of the lists that administration manages
 * (`src/contract/administration/list-fields.ts`) to readers of the API's document. It does not compile without a line for each
 * field; what all lists or other records have, too, is said with those.
 */
import type { LIST_FIELDS, ListTable } from '../../src/contract/administration/list-fields.ts'
import { says } from './meaning.ts'
import type { ColumnFacts } from './tables/table.ts'

type SaidElsewhere = 'active'

export const LIST_FACTS = {
  insurances: {
    name: { own: says('Nome do seguro.', 'Automóvel') },
    type: { meaning: says('1 pessoa física, 2 pessoa jurídica.', 1, 'Contato') },
    persons: { meaning: says('É um seguro de pessoas.') },
  },
  partners: {
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
  technical_teams: {
    description: { own: says('Nome da equipe técnica.', 'Equipe Centro') },
    channels: { meaning: says('Os canais.') },
  },
  lead_broker_config: {
    channel_id: { own: says('Número do canal.', 1) },
    partner_id: { own: says('Número da concessionária.', 24) },
    insurance_id: { own: says('Número do seguro.', 1) },
    broker_id: { own: says('Número do corretor.', 2) },
    status: { own: says('1 vale, 0 não vale.', 1) },
  },
  channels: {
    name: { own: says('Nome do canal.', 'Site') },
    parent_id: { meaning: says('Número do canal principal. null: é um.', 1) },
    custom: { meaning: says('O canal foi criado nesta instalação.') },
    status_flow: { meaning: says('Os status do canal, na ordem em que um lead passa por eles.') },
    renewal: { meaning: says('Os leads do canal renovam uma apólice.') },
  },
  competitor_brokers: { name: { own: says('Nome da corretora concorrente.', 'Corretora Beta') } },
  insurers: {
    name: {},
    susep: { meaning: says('Código FIP da SUSEP. null: não se sabe.', '05886') },
    aliases: { own: says('As outras grafias da seguradora.') },
  },
  message_templates: {
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
} as const satisfies {
  readonly [Table in ListTable]: Readonly<
    Record<Exclude<keyof (typeof LIST_FIELDS)[Table], SaidElsewhere>, ColumnFacts>
  >
}
