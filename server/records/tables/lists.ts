/** Lists and settings of the brokerage. */
import { OF_LISTS } from '../lists.ts'
import { KEYS, REFERENCE, SECRET, sheet, type Tables } from './table.ts'

/** Their order is that of LEIA-ME.txt. */
const {
  channels,
  insurances,
  partners,
  technical_teams,
  lead_broker_config,
  message_templates: _,
  ...others
} = OF_LISTS

export const LISTS: Tables = {
  channels,
  insurances,
  partners,
  partner_keys: { sheet: SECRET, noPerson: { [REFERENCE]: ['name'], [KEYS]: ['key_hash'] } },
  technical_teams,
  technical_team_channels: {
    sheet: sheet('equipes-canais', 'Os canais de cada equipe.'),
    words: { team_id: 'Equipe: o número em equipes' },
  },
  ...others,
  insurer_aliases: {
    sheet: sheet(
      'nomes-de-seguradoras',
      'Por que nome cada seguradora é conhecida, sem acentos e sem palavras como Seguros.',
    ),
    noPerson: { 'an insurer, folded': ['key'] },
    words: { key: 'Nome como é comparado', insurer_id: 'Seguradora: o número dela em seguradoras' },
  },
  insurer_spellings: {
    sheet: sheet('grafias-de-seguradoras', 'Grafias de seguradoras que nenhuma tem, também as ignoradas.'),
    noPerson: { 'an insurer, as a file wrote it': ['key', 'spelling'] },
    words: {
      key: 'Grafia como é comparada',
      spelling: 'Grafia, como veio no arquivo',
      proposed_id: 'Seguradora que mais parece: o número dela em seguradoras',
      ignored: 'Se não se pergunta mais',
      seen_at: 'Quando veio pela primeira vez',
    },
  },
  policy_doubles: {
    sheet: sheet('apolices-repetidas', 'Apólices importadas duas vezes, que esperam uma decisão.'),
    words: {
      temp_id: 'A mais nova: o número dela em renovacoes-importadas',
      double_of: 'A mais antiga: o número dela em renovacoes-importadas',
    },
  },
  catalogue_entries: {
    sheet: sheet(
      'listas',
      'As outras listas: motivos de perda, tipos de contato, status de atendimento e mais. O tipo diz qual.',
    ),
    noPerson: { [REFERENCE]: ['kind', 'value'] },
    words: { kind: 'De que lista é', var_id: 'Número na lista', value: 'Nome na lista' },
  },
  lead_broker_config,
  settings: {
    sheet: sheet('configuracoes', 'As configurações, com o horário de expediente e os feriados.'),
    noPerson: { [REFERENCE]: ['key', 'value'] },
    words: { key: 'Nome da configuração' },
  },
  working_calendar: {
    sheet: sheet('expediente', 'O expediente com que os prazos dos relatórios foram calculados.'),
    noPerson: { [REFERENCE]: ['holidays'] },
    words: {
      opens: 'Início do expediente em segundos do dia',
      length: 'Duração do expediente em segundos',
      holidays: 'Feriados em dias da semana, como números de dia',
    },
  },
  brokerage_logo: {
    sheet: sheet('logotipo', 'O logotipo da corretora, em Base64.'),
    noPerson: { 'a picture of the brokerage': ['media_type', 'content'] },
    words: { media_type: 'Tipo da imagem', content: 'A imagem em Base64' },
  },
  chat_personas: {
    sheet: sheet('personas', 'As personas do assistente.'),
    noPerson: { [REFERENCE]: ['name', 'description', 'prompt'] },
    words: { prompt: 'Instrução ao assistente' },
  },
  webhooks: {
    sheet: SECRET,
    noPerson: { [REFERENCE]: ['name', 'url', 'events'], [KEYS]: ['state', 'secret', 'old_secrets'] },
  },
  webhook_deliveries: {
    sheet: 'what waits to be sent by this database, and what became of it',
    noPerson: {
      [KEYS]: ['kind', 'state', 'error'],
      'numbers, states and instants of a lead, which webhook_facts takes': ['facts'],
    },
  },
}
