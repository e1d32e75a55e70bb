/** Insurance lines by id: docs/rules.md#insurance-lines. */

/** VN, VU and VD: docs/rules.md#channel-menus. */
export const VEHICLE_LINES = [
  { id: 1, short: 'VN', name: 'Veículo novo' },
  { id: 2, short: 'VU', name: 'Veículo usado' },
  { id: 3, short: 'VD', name: 'Venda direta' },
] as const

/** Names of the insurances in a new database. Administrators may rename them. */
export const INSURANCE_NAMES: Readonly<Record<number, string>> = {
  1: 'Veículo novo',
  2: 'Veículo usado',
  3: 'Venda direta',
  4: 'Residencial',
  5: 'Consórcio',
  6: 'Portáteis',
  7: 'Pet',
  8: 'Viagem',
  9: 'Vida',
  10: 'Bike',
  11: 'Empresarial',
  12: 'Frota',
  13: 'Responsabilidade civil',
  14: 'Transporte de cargas',
  15: 'Vida em grupo',
  16: 'Saúde empresarial',
  17: 'Garantia',
  18: 'Equipamentos',
  19: 'Riscos cibernéticos',
  20: 'Previdência',
  21: 'Capitalização',
  22: 'Odontológico',
  23: 'Náutico',
  24: 'Rural',
  25: 'Cancelamento no Quiver',
  26: 'Condomínio',
  27: 'Fiança locatícia',
  28: 'Moto',
  29: 'Franquia',
}

/** Those that insure persons, in a new database: docs/rules.md#legal-keep. Administrators may change it. */
export const PERSON_INSURANCES: readonly number[] = [8, 9, 15, 16, 20, 21, 22]

export const isVehicle = (insuranceId: number | null) =>
  insuranceId !== null && insuranceId >= 1 && insuranceId <= 3
export const hasIcon = (insuranceId: number | null) =>
  insuranceId !== null && insuranceId >= 1 && insuranceId <= 21
