/** A tab for each line of insurance that this customer may have. Each filled tab becomes an indication. */
import { type LineChange, lineOf, type TypedIndication } from '../domain/indication/form.ts'
import type { IndicationTab } from '../domain/indication/lines.ts'
import { cityNote } from '../domain/indication/problems.ts'
import { DOCUMENT_FIRST } from '../domain/indication/words.ts'
import { CheckField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'
import { LineFields } from './LineFields.tsx'
import type { FoundAddress } from './server-calls.ts'

interface LinesProps {
  readonly typed: TypedIndication
  readonly tabs: readonly IndicationTab[]
  readonly active: string | null
  readonly errors: Errors
  /** The text of the consent to be asked about health. */
  readonly healthTerms: readonly string[]
  readonly find: ((cep: string) => Promise<FoundAddress | null>) | null
  readonly onTab: (key: string) => void
  readonly onLine: (tab: IndicationTab, change: LineChange) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }
const tabId = (key: string) => fieldId(`aba.${key}`)

export function Lines(props: LinesProps) {
  const { typed, tabs, active, errors, onTab } = props
  const open = tabs.find(({ key }) => key === active) ?? tabs[0]
  if (open === undefined) return <p className="help">{DOCUMENT_FIRST}</p>
  const step = (by: number) => {
    const next = tabs.at((tabs.indexOf(open) + by) % tabs.length)
    if (next === undefined) return
    onTab(next.key)
    document.getElementById(tabId(next.key))?.focus()
  }
  return (
    <div id={fieldId('lines')} tabIndex={-1}>
      {errors.has('lines') ? <p className="error">{errors.get('lines')}</p> : null}
      <div className="tabs" role="tablist" aria-label="Seguros">
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={tabId(tab.key)}
            aria-selected={tab === open}
            aria-controls={tab === open ? fieldId('painel') : undefined}
            tabIndex={tab === open ? 0 : -1}
            onClick={() => onTab(tab.key)}
            onKeyDown={({ key }) => {
              const by = STEPS[key]
              if (by !== undefined) step(by)
            }}
          >
            {lineOf(typed, tab).on ? <span aria-label="será indicado">✓ </span> : null}
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={fieldId('painel')} aria-labelledby={tabId(open.key)}>
        <Panel key={open.key} {...props} tab={open} />
      </div>
    </div>
  )
}

function Panel({
  typed,
  tab,
  errors,
  healthTerms,
  find,
  onLine,
}: LinesProps & { readonly tab: IndicationTab }) {
  const line = lineOf(typed, tab)
  const note = cityNote(tab.kind, typed.client.address.city)
  return (
    <>
      <CheckField
        id={fieldId(`${tab.key}.on`)}
        label={`Quero indicar ${tab.label}`}
        checked={line.on}
        onChange={(on) => onLine(tab, { on })}
      />
      {note === null ? null : <p className="help">{note}</p>}
      {line.on ? (
        <LineFields
          tab={tab}
          line={line}
          errors={errors}
          healthTerms={healthTerms}
          find={find}
          onChange={(change) => onLine(tab, change)}
        />
      ) : null}
    </>
  )
}
