/** Brazilian names, streets, towns and cars of the demo. faker is large: only the demo may import this. */
import { faker } from '@faker-js/faker/locale/pt_BR'
import { foldText } from '../../src/domain/text/fold.ts'
import type { Random } from './random.ts'

/** The lists of faker, by which `random` picks: two databases that are filled at the same time get the same names. */
const { first_name, last_name } = faker.definitions.person
const WOMEN = first_name.female ?? []
const MEN = first_name.male ?? []
export const SURNAMES: readonly string[] = last_name.generic ?? []

/** Surnames that often have a preposition, and which one. */
const LINKS: Readonly<Record<string, string>> = {
  Costa: 'da',
  Oliveira: 'de',
  Santos: 'dos',
  Silva: 'da',
  Souza: 'de',
}

export function personName(random: Random): string {
  const first = random.pick(random.chance(0.5) ? WOMEN : MEN)
  const middle = random.chance(0.45) ? random.pick(SURNAMES) : null
  const last = random.pick(SURNAMES.filter((surname) => surname !== middle))
  const link = random.chance(0.6) ? LINKS[last] : undefined
  return [first, middle, link, last].filter((part) => typeof part === 'string').join(' ')
}

const TRADES = [
  'Padaria',
  'Auto Peças',
  'Transportes',
  'Mercado',
  'Farmácia',
  'Clínica',
  'Construtora',
  'Escola',
]
const FORMS = ['Ltda', 'ME', 'S.A.', 'EIRELI']

export function companyName(random: Random): string {
  return `${random.pick(TRADES)} ${random.pick(SURNAMES)} ${random.pick(FORMS)}`
}

export const STREETS = ['Rua Doutor', 'Rua Coronel', 'Avenida', 'Travessa'].flatMap((kind) =>
  SURNAMES.map((surname) => `${kind} ${surname}`),
)

/** 'ana.lima' from 'Ana Paula de Lima'. */
export function loginOf(name: string): string {
  const parts = foldText(name).split(' ')
  return `${parts[0] ?? ''}.${parts.at(-1) ?? ''}`
}

export interface Town {
  readonly city: string
  readonly state: string
  readonly areaCode: string
  /** First five digits of its CEPs. */
  readonly cep: string
  readonly districts: readonly string[]
}

export const TOWNS: readonly Town[] = [
  {
    city: 'Belo Horizonte',
    state: 'MG',
    areaCode: '31',
    cep: '30130',
    districts: ['Savassi', 'Lourdes', 'Pampulha', 'Buritis', 'Funcionários'],
  },
  {
    city: 'Contagem',
    state: 'MG',
    areaCode: '31',
    cep: '32017',
    districts: ['Eldorado', 'Industrial', 'Riacho'],
  },
  {
    city: 'Juiz de Fora',
    state: 'MG',
    areaCode: '32',
    cep: '36010',
    districts: ['Centro', 'São Mateus', 'Cascatinha'],
  },
  {
    city: 'Uberlândia',
    state: 'MG',
    areaCode: '34',
    cep: '38400',
    districts: ['Centro', 'Santa Mônica', 'Tibery'],
  },
  {
    city: 'São Paulo',
    state: 'SP',
    areaCode: '11',
    cep: '01310',
    districts: ['Bela Vista', 'Pinheiros', 'Moema', 'Tatuapé', 'Santana'],
  },
  {
    city: 'Campinas',
    state: 'SP',
    areaCode: '19',
    cep: '13010',
    districts: ['Cambuí', 'Taquaral', 'Barão Geraldo'],
  },
  {
    city: 'Rio de Janeiro',
    state: 'RJ',
    areaCode: '21',
    cep: '22041',
    districts: ['Copacabana', 'Tijuca', 'Botafogo', 'Barra da Tijuca'],
  },
  {
    city: 'Vitória',
    state: 'ES',
    areaCode: '27',
    cep: '29055',
    districts: ['Praia do Canto', 'Jardim Camburi', 'Centro'],
  },
  {
    city: 'Salvador',
    state: 'BA',
    areaCode: '71',
    cep: '40140',
    districts: ['Barra', 'Pituba', 'Itapuã', 'Rio Vermelho'],
  },
  {
    city: 'Recife',
    state: 'PE',
    areaCode: '81',
    cep: '51020',
    districts: ['Boa Viagem', 'Casa Forte', 'Graças'],
  },
  {
    city: 'Curitiba',
    state: 'PR',
    areaCode: '41',
    cep: '80240',
    districts: ['Água Verde', 'Batel', 'Portão'],
  },
  {
    city: 'Goiânia',
    state: 'GO',
    areaCode: '62',
    cep: '74110',
    districts: ['Setor Oeste', 'Setor Bueno', 'Jardim Goiás'],
  },
]

export const CARS: readonly { readonly brand: string; readonly models: readonly string[] }[] = [
  {
    brand: 'Fiat',
    models: ['Argo Drive 1.3', 'Strada Volcano 1.3', 'Pulse Audace 1.0', 'Mobi Like 1.0', 'Toro Ranch 2.0'],
  },
  {
    brand: 'Volkswagen',
    models: ['Polo Highline 1.0', 'T-Cross Comfortline', 'Nivus Highline', 'Virtus TSI', 'Saveiro Robust'],
  },
  {
    brand: 'Chevrolet',
    models: ['Onix LTZ 1.0', 'Tracker Premier', 'Montana LTZ', 'Spin Activ', 'S10 High Country'],
  },
  { brand: 'Hyundai', models: ['HB20 Platinum', 'Creta Ultimate', 'HB20S Comfort'] },
  { brand: 'Toyota', models: ['Corolla XEi 2.0', 'Corolla Cross XRE', 'Hilux SRX', 'Yaris XLS'] },
  { brand: 'Honda', models: ['City Touring', 'HR-V EXL', 'Civic Advanced'] },
  { brand: 'Jeep', models: ['Renegade Longitude', 'Compass Limited', 'Commander Overland'] },
  { brand: 'Renault', models: ['Kwid Zen', 'Duster Iconic', 'Kardian Techno'] },
  { brand: 'BYD', models: ['Dolphin Mini', 'Song Plus', 'Seal'] },
]

export const INSURERS = [
  'Allianz',
  'Azul Seguros',
  'Bradesco Seguros',
  'HDI Seguros',
  'Mapfre',
  'Porto Seguro',
  'Tokio Marine',
  'Zurich',
]
