/** A field of the form, and below it what the PDF says about it, to be taken by a tap. docs/rules.md#policy-reading */
import { type ReactNode, useContext } from 'react'
import { fieldLabel, fieldValue, isEmpty, NO_NAMES } from '../../../domain/lead/field-words.ts'
import type { OfferedField } from '../../../domain/policy/offers.ts'
import { offerId, PolicyDeskContext } from './policy-desk.ts'
import classes from './WithOffer.module.css'

interface WithOfferProps {
  readonly field: OfferedField
  /** Called with a value that was taken: a look-up follows it, as it follows typing. */
  readonly onTake?: ((value: string) => void) | undefined
  readonly children: ReactNode
}

function WithOffer({ field, onTake, children }: WithOfferProps) {
  const desk = useContext(PolicyDeskContext)
  const used = desk?.taken.find(({ offer }) => offer.field === field)
  const offer = used?.offer ?? desk?.offers.find((one) => one.field === field)
  if (desk === null || offer === undefined) return children
  const value = fieldValue(field, offer.value, NO_NAMES)
  const label = fieldLabel(field)
  return (
    <>
      {children}
      <div className={classes.root}>
        <span className={classes.words}>
          {used === undefined ? 'No PDF: ' : 'Do PDF: '}
          <strong>{value}</strong>
          {used === undefined || isEmpty(used.before) ? null : (
            <span className={classes.before}> em vez de {fieldValue(field, used.before, NO_NAMES)}</span>
          )}
        </span>
        {offer.unsure ? <span className={classes.unsure}>Confira</span> : null}
        <button
          type="button"
          id={offerId(field)}
          className={classes.button}
          aria-label={used === undefined ? `Usar ${value} em ${label}` : `Desfazer ${label}`}
          onClick={() => {
            if (used !== undefined) return desk.undo(used)
            desk.take(offer)
            onTake?.(String(offer.value))
          }}
        >
          {used === undefined ? 'Usar' : 'Desfazer'}
        </button>
      </div>
    </>
  )
}

/** Returns the props that put the offer below a field of Mantine. */
export const offered = (field: OfferedField, onTake?: (value: string) => void) => ({
  inputContainer: (input: ReactNode) => (
    <WithOffer field={field} onTake={onTake}>
      {input}
    </WithOffer>
  ),
})
