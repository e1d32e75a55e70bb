/** Headers that contain a field's name but mean another person or thing. docs/rules.md#spreadsheets */

/** Persons and companies around an insured or a client. */
export const THIRD_PARTIES =
  /\b(?:corretor|corretora|produtor|produtora|estipulante|subestipulante|condutor|condutora|beneficiari[oa]|seguradora|cia|companhia|vendedor|vendedora|indicador|indicadora|angariador|agenciador|assessoria|filial|sucursal|usuario|oficina|terceiro)\b/u

/** Days of a policy that are not its end. */
export const OTHER_DAYS =
  /\b(?:parcelas?|boletos?|fatura|cartao|pagamento|pagto|inicio|inicial|emissao|emitid[oa]|proposta|nascimento|nasc|vistoria|cnh|cadastro|transmissao|cancelamento|debito|garantia)\b/u
