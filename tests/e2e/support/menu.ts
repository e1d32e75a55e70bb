/** The side menu's entries by their labels. */

/** Lists of reference data, in the menu of every member of the staff. */
export const LISTS = [
  'Usuários',
  'Clientes',
  'Seguros',
  'Parceiros',
  'Equipes Técnicas',
  'Lead Corretor Config',
  'Verificação de Leads',
]

/** Reports in the menu of every role. */
export const ALL_REPORTS = ['Relatórios', 'Funil de vendas']

/** Reports in the menu of every member of the staff. */
export const STAFF_REPORTS = [
  ...ALL_REPORTS,
  'Rel. Ind. Corretora',
  'Rel. Ind. Conce.',
  'Rel. de Ligações',
  'Rel. de Atendimento',
  'Rel. de Perdas',
]

export const BROKER_MENU = [
  'Meu dia',
  'Dashboard',
  'Criar Lead',
  'Me Indico',
  ...LISTS,
  ...STAFF_REPORTS,
  'Rel. Renovações',
  'Leads Duplicados',
  'Leads por Origem',
  'Diagnóstico',
  'Sincronização',
]

export const REFERRER_MENU = [
  'Indicação',
  'Indicação Externa',
  ...ALL_REPORTS,
  'Rel. Indicador',
  'Sincronização',
]
