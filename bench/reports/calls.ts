/** The reports' calls below /api by report, for the last `days` days. */
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'

const day = (ago: number) => saoPauloDay(Date.now() - ago * DAY_MS)

export const INI = (days: number) => `date_ini=${day(days)}&date_end=${day(0)}`
const START = (days: number) => `start_date=${day(days)}&end_date=${day(0)}`
const DATE = (days: number) => `date_start=${day(days)}&date_end=${day(0)}`

/** Rows of leads that a screen asks for at first. */
const HELD = 'page=1&per_page=1000'

export const CALLS: Readonly<Record<string, (days: number) => string>> = {
  'broker indications': (days) => `leads/indicationManagerReport?${INI(days)}&${HELD}`,
  'dealership indications': (days) => `leads/indicationReportGerVeic?${INI(days)}&${HELD}`,
  indicador: (days) => `leads/indicatorReport?${INI(days)}&${HELD}`,
  perdas: (days) => `leads/lostSaleReport?${INI(days)}&${HELD}`,
  ligações: (days) => `leads/list-broker?isCallReport=true&${INI(days)}&${HELD}`,
  atendimento: (days) => `leads/AttendanceReport?${START(days)}&${HELD}`,
  renovações: (days) => `leads/renovationReport?${INI(days)}&${HELD}`,
  diagnóstico: (days) => `diagnosis?${START(days)}`,
  'diagnóstico presencial': (days) => `leads/list-presencial?${DATE(days)}&${HELD}`,
  origem: (days) => `leads-origin?${DATE(days)}`,
  duplicados: (days) => `lead-duplicates?${DATE(days)}&${HELD}`,
}
