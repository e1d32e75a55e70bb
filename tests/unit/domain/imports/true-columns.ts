/** Columns of lists as insurers, brokers and CRMs head them, with made-up values. */
import { withChecks } from '../../../support/made-numbers.ts'
import type { Chance } from '../../../sync/support/random.ts'
import type { Meaning } from './written-table.ts'

const GIVEN =
  'José Ângela João Inês Antônio Conceição Luís Mônica Fábio Cláudia Sebastião Márcia Flávio Tânia Érica Ítalo Ana Bruno Marcos Rita'.split(
    ' ',
  )
const FAMILY =
  'Conceição Brandão Peçanha Gonçalves Araújo Simões Assunção Magalhães Falcão Sá Frazão Lemos Souza Prado Reis Muñoz Guimarães Leitão Paixão Estêvão'.split(
    ' ',
  )
const FIRMS = [
  'Açougue São João Ltda',
  'Padaria Irmãos Gonçalves & Cia',
  'Transportes Avançar S/A',
  'Construções Três Corações Ltda',
]
const STREETS = [
  'Avenida Antônio Carlos',
  'Rua São João',
  'Praça da Sé',
  'Rua Conceição',
  'Travessa Araújo',
  'Rua Goiás',
]
const DISTRICTS = ['Conceição', 'Centro', 'Santa Lúcia', 'São Bento', 'Funcionários']
const CITIES = ['São Paulo', 'Goiânia', 'Belo Horizonte', 'Uberlândia', 'Maceió', 'Vitória', 'Brasília']
const INSURERS = ['Porto Seguro', 'Tokio Marine', 'SulAmérica', 'Allianz', 'Zurich', 'Previsão Seguros']
const PRODUCTS = ['Automóvel', 'Residencial', 'Caminhão', 'Condomínio', 'Vida']

const digits = (random: Chance, count: number) =>
  Array.from({ length: count }, () => String(random.below(10))).join('')
const areaCode = (random: Chance) => random.pick(['11', '31', '55', '85', '62', '48'])

export const MAKERS = {
  name: (random) => {
    if (random.happens(0.1)) return random.pick(FIRMS)
    const name = [
      random.pick(GIVEN),
      ...(random.happens(0.3) ? ['da'] : []),
      random.pick(FAMILY),
      random.pick(FAMILY),
    ].join(' ')
    return random.happens(0.4) ? name.toUpperCase() : name
  },
  document: (random) =>
    withChecks(random.happens(0.8) ? digits(random, 9) : `${1 + random.below(9)}${digits(random, 7)}0001`),
  mobile: (random) => `${areaCode(random)}9${1 + random.below(9)}${digits(random, 7)}`,
  landline: (random) => `${areaCode(random)}${2 + random.below(4)}${digits(random, 7)}`,
  mail: (random) =>
    `${random.pick(['ana', 'jose.reis', 'contato', 'm_lemos', 'luis-f'])}${digits(random, 2)}@${random.pick(['exemplo.com.br', 'x.com', 'mail.exemplo.net'])}`,
  cep: (random) => `${random.pick(['01', '30', '88', '04'])}${digits(random, 6)}`,
  rg: (random) => `${1 + random.below(9)}${digits(random, 7)}`,
  street: (random) => random.pick(STREETS),
  number: (random) => String(1 + random.below(3000)),
  district: (random) => random.pick(DISTRICTS),
  city: (random) => random.pick(CITIES),
  state: (random) => random.pick(['MG', 'SP', 'GO', 'PR']),
  policy: (random) => `${random.pick(['', '0', '00', 'A'])}${1 + random.below(9)}${digits(random, 6)}`,
  insurer: (random) => random.pick(INSURERS),
  product: (random) => random.pick(PRODUCTS),
  money: (random) =>
    `${random.pick([random.below(100), 500 + random.below(9000), 1000 + random.below(200_000)])}.${digits(random, 2)}`,
  percent: (random) => random.pick(['15', '7.5', '20', '12.25', '10', '0.5', '3']),
  old: (random) => `${random.pick(['', 'N-'])}${1 + random.below(9)}${digits(random, 4)}`,
} satisfies Readonly<Record<string, (random: Chance) => string>>
export type Maker = keyof typeof MAKERS

export interface ColumnKind {
  readonly field: string | null
  readonly meaning: Meaning
  readonly maker: Maker
  /** Separated by bars. */
  readonly headers: string
}

const kind = (field: string | null, meaning: Meaning, maker: Maker, headers: string): ColumnKind => ({
  field,
  meaning,
  maker,
  headers,
})

const MOBILE = kind(
  'cellphone',
  'phones',
  'mobile',
  'Celular|Cel.|Cel|Tel. Cel.|Fone Celular|Telefone Celular|Nº Celular|Celular 1|Móvel|WhatsApp|Telefone Móvel|Celular do Cliente|DDD/Celular|TEL_CELULAR|Celular Segurado',
)
const LANDLINE = kind(
  'phone',
  'phones',
  'landline',
  'Telefone|Fone|Tel.|Tel. Res.|Telefone Residencial|Telefone Fixo|Fone Res.|Tel. Fixo|Telefone 1|DDD/Telefone|NR_TELEFONE|Fone do Cliente|Tel. Residencial',
)
const MAIL = kind(
  'mail',
  'mail',
  'mail',
  'E-mail|Email|e-mail do cliente|E-mail Segurado|Correio Eletrônico|Endereço de e-mail|DS_EMAIL|E-mail 1|E-mail Principal|EMAIL_CLIENTE',
)
const DOCUMENT = kind(
  'document',
  'document',
  'document',
  'CPF/CNPJ|CPF|CNPJ/CPF|CPF ou CNPJ|CPF CNPJ|CPFCNPJ|CPF_CNPJ|Nº CPF/CNPJ|CPF do Cliente|CGC/CPF|CPF - CNPJ|NR_CPF_CNPJ|CPF/CNPJ Cliente|Documento|CNPJ ou CPF do Segurado',
)
const NAME =
  'Nome|Cliente|Nome do Cliente|Nome Completo|Nome Cliente|NM_CLIENTE|Nome/Razão Social|NOME_CLIENTE|Nome ou Razão Social|Razão Social'
const INSURER =
  'Seguradora|Cia|Cia.|Companhia|Cia. Seguradora|Nome da Seguradora|NM_SEGURADORA|Cia Seguradora|Seguradora Atual'
const END =
  'Fim da vigência|Fim Vig.|Vig. Final|Final de Vigência|Vigência Final|Término de Vigência|Térm. Vig.|Vencimento|Venc.|Vencto|Vcto.|Vencimento da Apólice|Venc. Apólice|Data de Vencimento|DT_VENC|DT_FIM_VIG|DT_FIM_VIGENCIA|Data Fim Vigência|Data Final da Vigência|Data de Término|Expira em|Vigência até|Vigente até|Vencimento do Seguro|Dt. Fim Vig.|DtFimVigencia|Data Vencto.|Fim de Vigência da Apólice|Expiração|Dt.Vencto|Dt. Térm. Vig.|Vigência - Fim|Vigência (fim)|Vig. Fim'
const BIRTH = kind(
  'birth_date',
  'birth',
  'rg',
  'Data de nascimento|Nascimento|Dt. Nasc.|Data Nasc.|DT_NASC|Nasc.|DtNascimento|Data de Nasc.|Dt Nascimento|DATA_NASCIMENTO|Aniversário|Nascimento do Cliente',
)

export const CLIENT_KINDS = {
  needed: [kind('client_name', 'name', 'name', NAME)],
  optional: [
    DOCUMENT,
    MOBILE,
    LANDLINE,
    MAIL,
    BIRTH,
    kind('cep', 'cep', 'cep', 'CEP|Cep|CEP Residencial|Cód. Postal|NR_CEP|CEP do Cliente'),
    kind('rg', 'code', 'rg', 'RG|Nº RG|Identidade|RG/IE|NR_RG'),
    kind('street', 'text', 'street', 'Rua|Logradouro|Endereço|Endereço Residencial|Rua/Av.|DS_ENDERECO'),
    kind('district', 'text', 'district', 'Bairro|Nome do Bairro|DS_BAIRRO'),
    kind('city', 'text', 'city', 'Cidade|Município|Municipio|NM_CIDADE'),
    kind('state', 'text', 'state', 'UF|Estado|Estado (UF)|Sigla UF'),
    kind('old_number', 'code', 'old', 'Código|Cód. Cliente|ID|Número antigo'),
  ],
} as const

export const HOUSE_NUMBER = kind(
  'address_number',
  'text',
  'number',
  'Número|Nº|Número do endereço|Núm.|Nro|Nº da Casa',
)

export const LEAD_KINDS = {
  needed: [
    kind('client_name', 'name', 'name', NAME),
    kind(
      'created_at',
      'start',
      'rg',
      'Criado em|Data de criação|Dt. Criação|Data de Cadastro|Created At|Data da criação',
    ),
    kind(
      'ended_at',
      'end',
      'rg',
      'Encerrado em|Data de encerramento|Data de Fechamento|Fechado em|Dt. Encerramento',
    ),
  ],
  optional: [
    DOCUMENT,
    MOBILE,
    LANDLINE,
    MAIL,
    BIRTH,
    kind('sale_value', 'money', 'money', 'Valor da venda|Valor|Valor (R$)|Valor do Negócio|Vlr. Venda'),
    kind('commission', 'percent', 'percent', 'Comissão (%)|% Comissão|Percentual de Comissão|% de Comissão'),
    kind('insurer', 'text', 'insurer', INSURER),
    kind(
      'end_of_validity',
      'end',
      'rg',
      'Fim da vigência|Fim Vig.|Vencimento do Seguro|Vigência Final|DT_FIM_VIG|Expira em',
    ),
    kind('old_number', 'code', 'old', 'Número antigo|ID|Código do Lead|ID do Negócio'),
  ],
} as const

export const RENEWAL_KINDS = {
  needed: [
    kind(
      'policy_number',
      'code',
      'policy',
      'Apólice|Nº Apólice|Nº da Apólice|N. Apólice|Num. Apólice|Nro. Apólice|Nr. Apólice|Número da Apólice|NR_APOLICE|NUM_APOLICE|Apol.|Apól.|Apólice Nº|Número Apólice|Apólice Atual|NumeroApolice|No. Apólice|N.º Apólice',
    ),
    kind(
      'client_name',
      'name',
      'name',
      `${NAME}|Segurado|Nome do Segurado|NM_SEGURADO|Nome Segurado|Segurado(a)`,
    ),
    {
      ...DOCUMENT,
      headers: `${DOCUMENT.headers}|CPF/CNPJ Segurado|CPF do Segurado|CPF/CNPJ do Segurado|CPF_SEGURADO`,
    },
    kind('end_of_validity', 'end', 'rg', END),
  ],
  optional: [
    MOBILE,
    LANDLINE,
    MAIL,
    kind('insurer', 'text', 'insurer', INSURER),
    kind('product', 'text', 'product', 'Produto|Ramo|Ramo do Seguro|Nome do Produto'),
    kind('item', 'code', 'number', 'Item|Nº Item|Item da Apólice'),
    kind(
      null,
      'start',
      'rg',
      'Início da vigência|Início Vig.|Vig. Inicial|Início de Vigência|DT_INI_VIG|Data Início Vigência|Vigência de|Vigente desde|Vigência Início|Dt. Início',
    ),
  ],
} as const

/** Columns that are about somebody or something else. */
export const OTHERS_COLUMNS: readonly ColumnKind[] = [
  kind(
    null,
    'end',
    'rg',
    'Vencimento 1ª Parc.|Vencto. Parcela|Venc. Boleto|Venc. 1ª Prest.|Vencimento da CNH|Validade CNH|Fim de vigência anterior|Fim Vig. Ant.|Vencimento do Cartão|Venc. Fatura|Vencimento IPVA|Próx. Vencimento Parcela|Data Limite Pagamento|Venc. Congênere|Término Contrato de Financiamento|Validade da Proposta|Validade do Cartão|Data do Sinistro|Venc. última parcela|Data de Vencimento da Fatura|Vencimento do Licenciamento|Validade da Vistoria',
  ),
  kind(
    null,
    'start',
    'rg',
    'Dt. Emissão|Data de Emissão|Data da Proposta|Data de Transmissão|Data Pagamento|Dt. Cálculo|Data de Protocolo|Dt. Emissão Endosso|Data da 1ª Habilitação|Emissão RG|Dt. Proc.|Data de Pgto',
  ),
  kind(
    null,
    'birth',
    'rg',
    'Nasc. Cônjuge|Nascimento do Condutor|Data Nasc. Cônjuge|Dt. Nasc. Condutor Principal|Nasc. Filho|Data de Nascimento do Dependente|DT_NASC_CONJUGE|Data de Fundação|Nasc. Cond.',
  ),
  kind(
    null,
    'phones',
    'landline',
    'Tel. Cor.|Telefone do Corretor|Tel. Corretora|Fone Seguradora|Tel. Assistência 24h|Tel. Vend.|Tel. Condutor|Telefone do Gerente|Tel. Estip.|Tel. Concessionária|Telefone da Assistência|Tel. Emerg.|Fone Produtor|Tel. Cônjuge|Tel. Agência|Fax|Tel. Angariador|Telefone da Filial|Ramal Corretor',
  ),
  kind(
    null,
    'mail',
    'mail',
    'E-mail do Corretor|E-mail Cor.|E-mail Produtor|E-mail da Seguradora|E-mail do Cônjuge|Email Vendedor|E-mail Estip.|E-mail da Corretora|E-mail do Gerente|E-mail Condutor|E-mail Filial',
  ),
  kind(
    null,
    'document',
    'document',
    'CPF Cond.|CPF do Condutor|CPF Corretor|CNPJ da Corretora|CNPJ Seguradora|CPF do Cônjuge|CPF Vendedor|CNPJ Estipulante|CPF Produtor|CPF do Beneficiário|CPF do Dependente|CPF Pagador|CPF do Responsável|CNPJ do Banco|CPF do Proprietário|CPF da Mãe',
  ),
  kind(
    null,
    'name',
    'name',
    'Nome do Condutor|Nome da Mãe|Nome do Cônjuge|Nome Cor.|Nome do Produtor|Nome do Estipulante|Nome do Beneficiário|Condutor|Cônjuge|Nome do Pai|Nome Fantasia|Nome do Dependente|Nome do Gerente|Nome da Filial|Nome do Vendedor|Angariador|Nome da Concessionária|Nome do Proprietário|Nome do Pagador|Contato',
  ),
  kind(
    null,
    'code',
    'policy',
    'Apólice Ant.|Apólice Anterior|Nº Apólice Anterior|Apólice Congênere|Apólice Renovada|Nº Prop.|Proposta|Nº da Proposta|Nº Endosso|Chassi|Contrato|Cód. Corretor|Apól. Ant.|Nº do Cartão|Nº do Sinistro|Protocolo|Cód. Susep|Nº Controle|Apólice de Origem|Bilhete Anterior|Nº Orçamento|Nº Fatura',
  ),
  kind(
    null,
    'money',
    'money',
    'Prêmio Líquido|Prêmio Total|IOF|Valor FIPE|Vlr. Parcela|Valor da Franquia|Importância Segurada|Prêmio Ant.|Vlr. Comissão Corretor|Valor do Veículo',
  ),
  kind(null, 'cep', 'cep', 'CEP Pernoite|CEP Comercial|CEP da Corretora|CEP do Condutor|CEP Filial'),
  kind(
    null,
    'text',
    'city',
    'Cidade de Nascimento|Naturalidade|Cidade da Corretora|Sucursal|Filial|Cidade Comercial|Região|Nacionalidade',
  ),
  kind(
    null,
    'text',
    'insurer',
    'Congênere|Seguradora Anterior|Cia Anterior|Cia. Ant.|Banco|Seguradora Congênere',
  ),
  kind(
    null,
    'text',
    'number',
    'Qtd. Parcelas|Nº Parc.|Bônus|Classe Bônus|Número do Cartão|Nº de Filhos|Ano Modelo|Placa|Cód. Ramo|Nº Banco|Nº Agência',
  ),
]
