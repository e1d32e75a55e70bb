/** What a line asks for, by the table of fields. */
import {
  HEALTH_CONSENT_LABEL,
  HEALTH_CONSENT_TITLE,
  HEALTH_CONSENT_VERSION,
} from '../domain/indication/consent.ts'
import { askedOf, DETAIL_FIELDS, type DetailField } from '../domain/indication/detail-fields.ts'
import {
  EMPTY_INDICATION,
  healthConsentOf,
  type LineChange,
  type TypedLine,
} from '../domain/indication/form.ts'
import type { IndicationTab } from '../domain/indication/lines.ts'
import { typings } from '../domain/indication/typing.ts'
import { AddressFields } from './AddressFields.tsx'
import { CheckField, ChoiceField, LongField, MaskedField, TextField } from './Fields.tsx'
import { type Errors, fieldId } from './field-ids.ts'
import type { FindAddress } from './server-calls.ts'

const TYPINGS = typings(Date.now)

interface LineFieldsProps {
  readonly tab: IndicationTab
  readonly line: TypedLine
  readonly errors: Errors
  readonly healthTerms: readonly string[]
  readonly find: FindAddress
  readonly onChange: (change: LineChange) => void
}

export function LineFields(props: LineFieldsProps) {
  const fields = DETAIL_FIELDS[props.tab.kind]
  const address = fields.find(({ input }) => input === 'address')
  return (
    <>
      <div className="fields">
        {fields
          .filter(({ input, isHealth }) => input !== 'address' && !isHealth)
          .map((field) => (
            <Detail key={field.name} {...props} field={field} />
          ))}
      </div>
      {fields.some(({ isHealth }) => isHealth) ? <Health {...props} /> : null}
      {address === undefined ? null : <LineAddress {...props} field={address} />}
    </>
  )
}

type DetailProps = LineFieldsProps & { readonly field: DetailField }

function Detail({ tab, field, line, errors, onChange }: DetailProps) {
  const { name, label, input, max = 200, choices, help } = field
  const full = `${tab.key}.${name}`
  const shared = {
    id: fieldId(full),
    label,
    help,
    max,
    required: askedOf(field, line.values) !== undefined,
    error: errors.get(full),
    value: line.values[name] ?? '',
    onChange: (text: string) => onChange({ values: { ...line.values, [name]: text } }),
  }
  if (choices !== undefined) return <ChoiceField {...shared} choices={choices} />
  const typing = TYPINGS[input]
  if (typing !== undefined)
    return <MaskedField {...shared} label={input === 'money' ? `${label} (R$)` : label} typing={typing} />
  if (input === 'long') return <LongField {...shared} />
  return <TextField {...shared} wide type={input === 'mail' ? 'email' : 'text'} />
}

/** Nothing is asked about health before its own consent: docs/rules.md#health-consent */
function Health(props: LineFieldsProps) {
  const { tab, line, healthTerms, onChange } = props
  const consents = line.healthConsent !== null
  return (
    <fieldset className="group health">
      <legend>{HEALTH_CONSENT_TITLE}</legend>
      {healthTerms.map((paragraph) => (
        <p key={paragraph} className="terms">
          {paragraph}
        </p>
      ))}
      <CheckField
        id={fieldId(`${tab.key}.health`)}
        label={HEALTH_CONSENT_LABEL}
        checked={consents}
        onChange={(agrees) =>
          onChange((present) =>
            healthConsentOf(
              present,
              agrees ? { version: HEALTH_CONSENT_VERSION, at: new Date().toISOString() } : null,
            ),
          )
        }
      />
      {consents ? (
        <div className="fields">
          {DETAIL_FIELDS[tab.kind]
            .filter(({ isHealth }) => isHealth)
            .map((field) => (
              <Detail key={field.name} {...props} field={field} />
            ))}
        </div>
      ) : null}
    </fieldset>
  )
}

/** Most often the customer's own. */
function LineAddress({ tab, field, line, errors, find, onChange }: DetailProps) {
  const { address } = line
  const full = `${tab.key}.${field.name}`
  return (
    <fieldset className="group">
      <legend>{field.label}</legend>
      <CheckField
        id={fieldId(`${full}.same`)}
        label="O mesmo endereço do cliente"
        checked={address === null}
        onChange={(same) => onChange({ address: same ? null : EMPTY_INDICATION.client.address })}
      />
      {address === null ? null : (
        <AddressFields
          prefix={full}
          address={address}
          errors={errors}
          find={find}
          onChange={(edit) =>
            onChange(({ address: present }) => ({ address: present === null ? null : edit(present) }))
          }
        />
      )}
    </fieldset>
  )
}
