/** Names of the form's fields: what stands over them, in problems and in notes; and where they stand on the screen. */

export const LABELS: Readonly<Record<string, string>> = {
  broker_id: 'Corretor',
  channel_id: 'Canal',
  inviter_id: 'Indicador',
  inviter_phone: 'Telefone do indicador',
  partner_id: 'Concessionária',
  proposal: 'Proposta',
  proposal_date: 'Data da proposta',
  insurance_id: 'Seguro',
  insurance_expiration: 'Mês de vencimento',
  end_of_validity: 'Vencimento do Seguro',
  product: 'Produto',
  'product_details.brand': 'Marca',
  'product_details.year': 'Ano',
  'product_details.chassis': 'Chassi',
  'product_details.license_plate': 'Placa',
  'product_details.details': 'Detalhes do produto',
  additional_information: 'Informações adicionais',
  contact_type: 'Tipo de contato',
  contact_date: 'Data do contato',
  quoted_type: 'Forma que apresentou a proposta',
  quoted_date: 'Data da cotação',
  sold: 'Status da venda',
  lost_sale: 'Motivo da não venda',
  competitor_broker: 'Fechou com qual corretora?',
  sold_type: 'Forma que recebeu a resposta da venda/não venda',
  sold_date: 'Data da venda/não venda',
  sale_value_cents: 'Valor da venda',
  commission_percentage: 'Porcentagem da comissão',
  backup_car: 'BackUp car',
  pague_menos: 'Pague Menos',
  seguro_conteudo: 'Seguro conteúdo',
  endorsement_date: 'Data do endosso',
  date_fail: 'Não consegui a data com o cliente',
  'client.cpf': 'CPF/CNPJ',
  'client.name': 'Nome',
  'client.rg': 'RG',
  'client.birth_date': 'Data de nascimento',
  'client.cellphone': 'Celular',
  'client.phone': 'Telefone',
  'client.mail': 'E-mail',
  'client.address.cep': 'CEP',
  'client.address.street': 'Rua',
  'client.address.number': 'Número',
  'client.address.comp': 'Complemento',
  'client.address.district': 'Bairro',
  'client.address.city': 'Cidade',
  'client.address.state': 'Estado',
}

export const labelOf = (field: string) => LABELS[field] ?? field

/** `form` tells apart two forms on one page. */
export const fieldId = (form: string, field: string) => `${form}-${field.replaceAll('.', '-')}`

export type FieldErrors = Readonly<Record<string, string>>

/** What every input of the form gets: its place, its label, its problem. */
export function fieldProps(form: string, field: string, errors: FieldErrors) {
  return { id: fieldId(form, field), label: labelOf(field), error: errors[field] }
}

/** Brings a field to sight and the keyboard to it; false where the screen does not show it. */
export function focusField(form: string, field: string): boolean {
  const element = document.getElementById(fieldId(form, field))
  if (element === null) return false
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  return true
}
