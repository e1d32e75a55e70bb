/** The lines of insurance that this customer may have: chosen in the first step, filled in the second. Each is an indication. */
import { type LineChange, lineOf, type TypedIndication } from '../domain/indication/form.ts'
import type { Holder, IndicationTab } from '../domain/indication/lines.ts'
import { cityNote } from '../domain/indication/problems.ts'
import { CheckField, ChoiceField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'
import { LineFields } from './LineFields.tsx'
import type { FindAddress } from './server-calls.ts'

const HOLDERS: Readonly<Record<Holder, string>> = { person: 'Para uma pessoa', company: 'Para uma empresa' }

interface LineChoiceProps {
  readonly typed: TypedIndication
  readonly holder: Holder
  readonly tabs: readonly IndicationTab[]
  readonly errors: Errors
  readonly onHolder: (holder: Holder) => void
  readonly onLine: (tab: IndicationTab, change: LineChange) => void
}

export function LineChoice({ typed, holder, tabs, errors, onHolder, onLine }: LineChoiceProps) {
  const error = errors.get('lines')
  return (
    <>
      <ChoiceField
        id={fieldId('holder')}
        label="Para quem é o seguro?"
        choices={Object.values(HOLDERS)}
        value={HOLDERS[holder]}
        onChange={(chosen) => onHolder(chosen === HOLDERS.company ? 'company' : 'person')}
      />
      <fieldset
        className="group lines"
        id={fieldId('lines')}
        tabIndex={-1}
        aria-invalid={error !== undefined}
      >
        <legend>Qual seguro? Escolha um ou mais.</legend>
        {tabs.map((tab) => (
          <CheckField
            key={tab.key}
            id={fieldId(`${tab.key}.on`)}
            label={tab.label}
            checked={lineOf(typed, tab).on}
            onChange={(on) => onLine(tab, { on })}
          />
        ))}
        {error === undefined ? null : <p className="error">{error}</p>}
      </fieldset>
    </>
  )
}

interface ChosenLinesProps {
  readonly typed: TypedIndication
  /** Those that were chosen. */
  readonly tabs: readonly IndicationTab[]
  readonly errors: Errors
  /** The text of the consent to be asked about health. */
  readonly healthTerms: readonly string[]
  readonly find: FindAddress
  readonly onLine: (tab: IndicationTab, change: LineChange) => void
}

export function ChosenLines({ typed, tabs, errors, healthTerms, find, onLine }: ChosenLinesProps) {
  return tabs.map((tab) => {
    const note = cityNote(tab.kind, typed.client.address.city)
    const heading = fieldId(`${tab.key}.heading`)
    return (
      <section key={tab.key} className="card" aria-labelledby={heading}>
        <h2 id={heading}>{tab.label}</h2>
        {note === null ? null : <p className="help">{note}</p>}
        <LineFields
          tab={tab}
          line={lineOf(typed, tab)}
          errors={errors}
          healthTerms={healthTerms}
          find={find}
          onChange={(change) => onLine(tab, change)}
        />
      </section>
    )
  })
}
