/** What the API's fields are called in words: docs/rules.md#errors-of-the-api. A lead's and a client's are named in field-words. */
import { knownLabel } from '../domain/lead/field-words.ts'

const NAMES: ReadonlyMap<string, string> = new Map([
  // Sessions and users
  ['login', 'Login'],
  ['password', 'Senha'],
  ['old_password', 'Senha atual'],
  ['device_id', 'Identificação do aparelho'],
  ['proof', 'Prova da sessão'],
  ['allUsers', 'Todos os usuários'],
  // Lists
  ['page', 'Página'],
  ['per_page', 'Itens por página'],
  ['limit', 'Limite'],
  ['offset', 'Início da lista'],
  ['filters', 'Filtros'],
  ['broker', 'Corretor'],
  ['schedule', 'Agendados'],
  ['only_schedules', 'Só agendados'],
  ['saven_days', 'Próximos sete dias'],
  ['start_date', 'Data inicial'],
  ['end_date', 'Data final'],
  ['isStatusFilterButton', 'Botão de status'],
  // Leads
  ['id', 'Número'],
  ['lead_id', 'Número do lead'],
  ['lead', 'Lead'],
  ['lead_uid', 'Lead'],
  ['changes', 'Alterações'],
  ['scheduling_date', 'Data do agendamento'],
  ['description', 'Descrição'],
  ['observation', 'Observação'],
  ['isDeadlineEdit', 'Alteração de prazos'],
  ['sale_value', 'Valor da venda'],
  ['suspended', 'Suspenso'],
  ['file_uid', 'Arquivo'],
  ['size', 'Tamanho do arquivo'],
  // Clients
  ['client', 'Cliente'],
  ['client_id', 'Cliente'],
  ['client_uid', 'Cliente'],
  ['client_email', 'E-mail'],
  ['client_rg', 'RG'],
  ['client_birth_date', 'Data de nascimento'],
  ['client_address', 'Endereço'],
  ['name', 'Nome'],
  ['phone', 'Telefone'],
  ['cellphone', 'Celular'],
  ['mail', 'E-mail'],
  ['email', 'E-mail'],
  ['cpf', 'CPF/CNPJ'],
  ['rg', 'RG'],
  ['birth_date', 'Data de nascimento'],
  ['address', 'Endereço'],
  ['cep', 'CEP'],
  ['street', 'Rua'],
  ['number', 'Número'],
  ['comp', 'Complemento'],
  ['district', 'Bairro'],
  ['city', 'Cidade'],
  ['address.state', 'Estado (UF)'],
  ['client_address.state', 'Estado (UF)'],
  // Products and proposals
  ['details', 'Detalhes do produto'],
  ['chassis', 'Chassi'],
  ['license_plate', 'Placa'],
  ['year', 'Ano'],
  ['brand', 'Marca'],
  ['product_informations.name', 'Produto'],
  ['product_informations', 'Dados do produto'],
  ['client_informations', 'Dados do cliente'],
  ['insurance', 'Seguro'],
  ['elective_lead_id', 'Proposta importada'],
  ['inviter_login', 'Login do indicador'],
  ['userLogin', 'Login do indicador'],
  ['bypass_allowed', 'Permissão de duplicidade'],
  ['partner', 'Concessionária'],
  ['partnerId', 'Concessionária'],
  ['code_wf', 'Código da concessionária'],
  ['leadNum', 'Número da proposta'],
  // Calls
  ['extension', 'Telefone'],
  ['user', 'Login do corretor'],
  ['call_id', 'Ligação'],
  ['call_uid', 'Ligação'],
  ['called_at', 'Momento da ligação'],
  ['duration', 'Duração'],
  ['way', 'Meio da ligação'],
  ['link', 'Link de cotação'],
  // Sync
  ['cursor', 'Posição da sincronização'],
  ['app_version', 'Versão do aplicativo'],
  ['commands', 'Pedidos'],
  ['key', 'Chave do pedido'],
  ['command', 'Tipo do pedido'],
  ['schema_version', 'Versão do pedido'],
  ['args', 'Dados do pedido'],
  ['base', 'Valores anteriores'],
  ['occurred_at', 'Momento do pedido'],
  ['depends_on', 'Pedido anterior'],
])

/** What is asked for as a whole, under whatever name an answer has it. */
const WHOLE = 'Dados do pedido'

/**
 * The name of a field, given where it stands: 'commands.0.args.changes.client.phone'. The longest end of that which has a
 * name is it; null: none has.
 */
export function fieldName(path: string): string | null {
  const parts = path.split('.').filter((part) => !/^\d+$/.test(part))
  for (let from = 0; from < parts.length; from++) {
    const end = parts.slice(from).join('.')
    const name = knownLabel(end) ?? NAMES.get(end)
    if (name !== undefined) return name
  }
  return null
}

/** At most so many fields are told in one sentence; `errors` has them all. */
const MOST_TOLD = 3

const sentenceEnd = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** The field by its name, and what is wrong with it; a sentence that begins with its name stays. */
export function namedSentence(path: string, sentence: string, name = fieldName(path) ?? WHOLE): string {
  const isSaid = sentence.toLowerCase().startsWith(name.toLowerCase())
  const named = /[.!?]$/.test(name) ? `${name} ${sentence}` : `${name}: ${sentence}`
  return sentenceEnd(isSaid ? sentence : named)
}

/** One message for the wrong fields of a request. `nameOf` may know a field better than the table. */
export function messageOfFields(
  errors: Readonly<Record<string, readonly string[]>>,
  nameOf: (path: string) => string | null = fieldName,
): string {
  const told = Object.entries(errors).map(([path, [sentence = '']]) =>
    namedSentence(path, sentence, nameOf(path) ?? WHOLE),
  )
  const more = told.length - MOST_TOLD
  if (more <= 0) return told.join(' ')
  return `${told.slice(0, MOST_TOLD).join(' ')} E mais ${more === 1 ? '1 campo' : `${more} campos`}.`
}
