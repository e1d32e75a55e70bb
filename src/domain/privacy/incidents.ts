/** What the ANPD's form asks about a security incident: Resolução CD/ANPD 15/2024. docs/rules.md#incidents */

export const SUBJECT_KINDS = [
  'clients',
  'prospects',
  'referrers',
  'users',
  'minors',
  'elderly',
  'others',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]
export const SUBJECT_KIND_WORDS: Readonly<Record<SubjectKind, string>> = {
  clients: 'Clientes',
  prospects: 'Pessoas indicadas',
  referrers: 'Indicadores',
  users: 'Usuários e corretores',
  minors: 'Crianças e adolescentes',
  elderly: 'Idosos',
  others: 'Outros titulares',
}

export const DATA_KINDS = [
  'identification',
  'documents',
  'contact',
  'vehicle',
  'financial',
  'health',
  'credentials',
  'location',
  'files',
  'others',
] as const
export type DataKind = (typeof DATA_KINDS)[number]
export const DATA_KIND_WORDS: Readonly<Record<DataKind, string>> = {
  identification: 'Nome e identificação',
  documents: 'Documentos oficiais (CPF, RG, CNH)',
  contact: 'Contato e endereço',
  vehicle: 'Veículo e apólice',
  financial: 'Dados financeiros',
  health: 'Saúde e outros dados sensíveis',
  credentials: 'Senhas e acessos',
  location: 'Localização',
  files: 'Arquivos (PDFs)',
  others: 'Outros dados',
}

/** Whether the data subjects were notified. */
export const TOLD_STATES = ['no', 'yes', 'partly', 'not_needed'] as const
export type ToldState = (typeof TOLD_STATES)[number]
export const TOLD_WORDS: Readonly<Record<ToldState, string>> = {
  no: 'Ainda não',
  yes: 'Sim, todos',
  partly: 'Sim, uma parte',
  not_needed: 'Não é preciso: sem risco ou dano relevante',
}

export interface IncidentEnd {
  readonly anpd_told_on: string | null
  readonly anpd_not_told_reason: string
}

/**
 * Whether the deadline for notifying the ANPD still runs: the ANPD was not notified, and no reason against a
 * notification is recorded.
 */
export const isIncidentOpen = ({ anpd_told_on, anpd_not_told_reason }: IncidentEnd): boolean =>
  anpd_told_on === null && anpd_not_told_reason === ''
