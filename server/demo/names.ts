/** Common Brazilian names, streets and towns. */
import { foldText } from '../../src/domain/text/fold.ts'
import type { Random } from './random.ts'

const words = (text: string) => text.trim().split(/\s+/)

const WOMEN = words(`
  Ana Maria Juliana Fernanda Camila Beatriz Larissa Patrícia Aline Letícia Mariana Gabriela
  Vanessa Bruna Amanda Jéssica Luciana Renata Carla Sandra Cláudia Débora Helena Alice Laura
  Sofia Valentina Isabela Manuela Luíza Cecília Heloísa Lívia Rebeca Tatiane Simone Adriana
  Cristiane Rosângela Elaine Michele Priscila Daniela Viviane Eduarda Yasmin Raquel Marta
  Conceição Ivone
`)
const MEN = words(`
  João José Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel
  Marcelo Bruno Eduardo Felipe Rodrigo Gustavo André Fernando Fábio Leonardo Thiago Diego
  Vinícius Alexandre Ricardo Roberto Sérgio Jorge Márcio Renato Anderson Leandro Mateus
  Henrique Caio Otávio Davi Miguel Arthur Heitor Bernardo Enzo Murilo Caetano Raimundo
  Sebastião Cícero
`)
export const SURNAMES = words(`
  Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins
  Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira
  Nunes Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinto
  Cavalcanti Moura Campos Correia Batista Azevedo Melo Castro Duarte Borges Peixoto Assis
  Brandão Siqueira Queiroz Sampaio Bezerra Guimarães Figueiredo Vasconcelos Pacheco Tavares
  Coelho Prado Novaes
`)

/** Surnames that often have a preposition, and which one. */
const LINKS: Readonly<Record<string, string>> = {
  Santos: 'dos',
  Nascimento: 'do',
  Prado: 'do',
  Silva: 'da',
  Costa: 'da',
  Rocha: 'da',
  Oliveira: 'de',
  Souza: 'de',
  Lima: 'de',
  Almeida: 'de',
  Andrade: 'de',
  Castro: 'de',
  Assis: 'de',
  Queiroz: 'de',
}

export function personName(random: Random): string {
  const first = random.pick(random.chance(0.5) ? WOMEN : MEN)
  const middle = random.chance(0.45) ? ` ${random.pick(SURNAMES)}` : ''
  const last = random.pick(SURNAMES)
  const link = random.chance(0.6) ? LINKS[last] : undefined
  return `${first}${middle}${link === undefined ? '' : ` ${link}`} ${last}`
}

const TRADES = [
  'Padaria',
  'Auto Peças',
  'Transportes',
  'Mercado',
  'Farmácia',
  'Clínica',
  'Restaurante',
  'Construtora',
  'Papelaria',
  'Distribuidora',
  'Academia',
  'Oficina',
  'Escola',
  'Hotel',
]
const BRANDS = [
  'Bela Vista',
  'São Jorge',
  'Boa Esperança',
  'Horizonte',
  'Aurora',
  'Ipê Amarelo',
  'Três Irmãos',
  'Sol Nascente',
  'Beira-Mar',
  'Primavera',
  'Rio Doce',
  'Santa Luzia',
  'Monte Alegre',
  'Atlântica',
]
const FORMS = ['Ltda', 'ME', 'S.A.', 'EIRELI']

export function companyName(random: Random): string {
  return `${random.pick(TRADES)} ${random.pick(BRANDS)} ${random.pick(FORMS)}`
}

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

export const STREETS = [
  'Rua das Acácias',
  'Avenida Brasil',
  'Rua Tiradentes',
  'Rua São José',
  'Avenida Amazonas',
  'Rua Sete de Setembro',
  'Rua dos Ipês',
  'Avenida Getúlio Vargas',
  'Rua Dom Pedro II',
  'Rua Marechal Deodoro',
  'Travessa do Comércio',
  'Rua Quinze de Novembro',
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
