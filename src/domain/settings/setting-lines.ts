/** The settings as administrators see them: section, name, unit, bounds, and what each changes. docs/rules.md#settings */
import type { firstStepsShape } from '../first-steps/first-steps.ts'
import { formatNumber } from '../text/formats.ts'
import type { brokerageShape } from './brokerage.ts'
import type { controllerShape } from './controller.ts'
import { type GoalLine, type GoalUnit, NEW_GOALS, RENEWAL_GOALS } from './goals.ts'
import { type Settings, settingsSchema } from './settings.ts'

export type NumberSetting = Exclude<
  keyof Settings,
  'business_hours' | keyof typeof brokerageShape | keyof typeof controllerShape | keyof typeof firstStepsShape
>
export type SettingUnit = 'horas úteis' | 'horas' | 'minutos' | 'dias' | 'anos' | 'segundos' | '%' | 'vendas'

interface Bounds {
  readonly least: number
  readonly most: number
  /** Hours may have halves and quarters, days and seconds not. */
  readonly isWhole: boolean
}

interface Named {
  readonly key: NumberSetting
  /** Below the title of its section. */
  readonly label: string
  /** Where it stands alone, if it is another. */
  readonly name?: string
  readonly unit: SettingUnit
  readonly effect: string
}

export interface SettingLine extends Named, Bounds {}

export interface SettingSection {
  readonly title: string
  readonly lines: readonly SettingLine[]
}

/** Of a line without its own. */
const BOUNDS: Readonly<Record<SettingUnit, Bounds>> = {
  'horas úteis': { least: 0.25, most: 1000, isWhole: false },
  horas: { least: 0.25, most: 1000, isWhole: false },
  minutos: { least: 5, most: 30, isWhole: true },
  dias: { least: 1, most: 3650, isWhole: true },
  anos: { least: 0, most: 50, isWhole: true },
  segundos: { least: 5, most: 3600, isWhole: true },
  '%': { least: 0, most: 100, isWhole: false },
  vendas: { least: 1, most: 10_000, isWhole: false },
}

const section = (title: string, ...lines: readonly (Named & Partial<Bounds>)[]): SettingSection => ({
  title,
  lines: lines.map((given) => ({ ...BOUNDS[given.unit], ...given })),
})

const line = (key: NumberSetting, label: string, effect: string, unit: SettingUnit = 'horas úteis') => ({
  key,
  label,
  effect,
  unit,
})
const years = (key: NumberSetting, label: string, effect: string) => line(key, label, effect, 'anos')

/** For how long devices keep leads that ended so. */
const shown = (key: NumberSetting, label: string, which: string) => ({
  ...line(key, label, `Por quantos dias um lead ${which} fica no Dashboard`, 'dias'),
  name: `Dias de leads ${label.toLowerCase()}`,
})

const GOAL_UNITS: Readonly<Record<GoalUnit, SettingUnit>> = {
  percent: '%',
  hours: 'horas úteis',
  count: 'vendas',
}

const goals = (title: string, lines: readonly GoalLine[]): SettingSection =>
  section(
    title,
    ...lines.map(({ key, label, unit }) => line(key, label, 'Meta do Diagnóstico', GOAL_UNITS[unit])),
  )

export const SETTING_SECTIONS: readonly SettingSection[] = [
  section(
    'Prazos de atendimento',
    line('time_to_capture_lead', 'Tempo para capturar', 'A barra dos leads em Origem e Negociação'),
    line(
      'time_to_finish_lead',
      'Tempo para finalizar',
      'A barra nas etapas seguintes e o prazo do atendimento',
    ),
    line('time_to_capture_on_time', 'Captura no prazo', "O campo 'Capturado no Prazo?'"),
    line(
      'time_to_capture_on_time_renovation',
      'Captura de renovações no prazo',
      'A contagem e o prazo das renovações, em horas corridas',
      'horas',
    ),
    line('first_call_on_time', 'Primeira ligação no prazo', 'O prazo da primeira ligação'),
    line('indication_on_time', 'Indicação no prazo', 'O prazo da indicação'),
  ),
  section(
    'Leads encerrados nos aparelhos',
    shown('finished_leads_days_to_show', 'Finalizados', 'finalizado'),
    shown('endorsement_leads_days_to_show', 'Perdidos para outra corretora', 'perdido para outra corretora'),
    shown('lost_leads_last_year_days_to_show', 'Perdidos', 'perdido'),
  ),
  section('Volta na renovação', {
    key: 'lost_leads_return_days',
    label: 'Antecedência da volta',
    unit: 'dias',
    effect:
      'Quantos dias antes de vencer o seguro na outra corretora o lead perdido volta como um lead novo, livre para captura, no canal Renovações perdidas ano anterior. Com 0, nenhum lead volta',
    least: 0,
    most: 180,
  }),
  section('Segurança das contas', {
    key: 'second_factor_days',
    label: 'Exigir segundo fator',
    unit: 'dias',
    effect:
      'Quantos dias administradores e gerentes têm, a partir da próxima entrada, para configurar um segundo fator. Depois disso só entram com ele. Com 0, não é exigido',
    least: 0,
    most: 90,
  }),
  section(
    'Guarda legal e descarte',
    years(
      'legal_keep_goods_years',
      'Guarda legal, seguros de danos',
      'Por quantos anos, depois do fim da vigência, número, datas, nome e documento de uma venda ficam guardados quando os dados do cliente são apagados. Pergunte ao seu advogado',
    ),
    years(
      'legal_keep_persons_years',
      'Guarda legal, seguros de pessoas',
      'O mesmo para vida, saúde, previdência, viagem e outros marcados em Seguros',
    ),
    years(
      'erase_without_contact_years',
      'Descarte sem contato',
      'Depois de quantos anos sem contato os dados de um cliente sem nenhum negócio são apagados. Com 0, nunca. Veja antes quem sairia, em Clientes, Guarda e descarte',
    ),
  ),
  section(
    'Aparelhos',
    {
      key: 'device_contact_days',
      label: 'Aparelho sem contato',
      unit: 'dias',
      effect:
        'Depois de quantos dias sem contato com o servidor um aparelho pede a senha, com internet, antes de mostrar dados. O que não foi enviado continua guardado nele. Com 0, nunca',
      least: 0,
      most: 90,
    },
    {
      key: 'device_idle_minutes',
      label: 'Bloqueio sem uso',
      unit: 'minutos',
      effect:
        'Depois de quantos minutos sem uso um aparelho protegido se bloqueia e pede senha, digital ou PIN',
    },
  ),
  section('Atualização', {
    key: 'refresh_lead_seconds',
    label: 'Intervalo de atualização',
    unit: 'segundos',
    effect:
      'De quanto em quanto tempo um aparelho pergunta por novidades quando o servidor não consegue avisá-lo',
  }),
  goals('Metas do diagnóstico: renovação', RENEWAL_GOALS),
  goals('Metas do diagnóstico: seguro novo', NEW_GOALS),
]

export const SETTING_LINES: readonly SettingLine[] = SETTING_SECTIONS.flatMap(({ lines }) => lines)

/** The value that an installation without the setting has. */
export const settingDefault = (key: NumberSetting): number | null => settingsSchema.parse({})[key]

/** Returns what is wrong with a value as a sentence, or null. */
export function settingProblem({ least, most, isWhole }: SettingLine, value: number): string | null {
  if (isWhole && !Number.isInteger(value)) return 'Use um número inteiro'
  if (value < least || value > most) return `Use um valor de ${formatNumber(least)} a ${formatNumber(most)}`
  return null
}
