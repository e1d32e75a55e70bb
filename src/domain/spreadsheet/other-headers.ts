/** Headers that contain a field's name but mean another person or thing, by the stems of their words. docs/rules.md#spreadsheets */

/** Persons and companies around an insured or a client. */
export const THIRD_PARTIES =
  /\b(?:corretor|corretora|produtor|estipulante|subestipulante|condutor|beneficiario|seguradora|cia|companhia|congenere|vendedor|indicador|indicadora|angariador|agenciador|assessoria|filial|sucursal|agencia|usuario|oficina|terceiro|reserva|conjuge|mae|pai|filho|filha|dependente|fiador|inquilino|locador|imobiliaria|fax)\b/u

/** Kinds and labels of a value, which are not the value: 'Phone 1 - Type'. */
export const KIND_OF_VALUE = /\b(?:type|label|labels|tipo|etiqueta|rotulo|display)\b/u

/** Days of a policy that are not its end. */
export const OTHER_DAYS =
  /\b(?:parcela|boletos?|fatura|cartao|pagamento|inicio|emissao|proposta|nascimento|vistoria|cnh|cadastro|transmissao|cancelamento|debito|garantia|endosso|sinistro|licenciamento|ipva|corretor|congenere)\b/u

/** The policy that came before the expiring one. */
export const EARLIER_POLICY = /\b(?:anterior|origem|congenere|proposta|endosso)\b/u
