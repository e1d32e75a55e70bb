/**
 * After a call, below its line in the form: type and date of the contact, in one tap. The type is that of the number that was
 * dialled; the date is the date of the call. docs/rules.md#dates-of-the-attendance
 */
import { useId } from 'react'
import type { LastCall } from '../../../db/last-calls.ts'
import { formatDate, formatTime } from '../../../domain/time/sao-paulo.ts'
import { contactByCall, contactTypesOfCall } from '../form/attendance.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import answers from './Answers.module.css'
import classes from './CallLine.module.css'

interface ContactOfferProps {
  readonly call: Pick<LastCall, 'way' | 'called_at' | 'mobile'>
  readonly form: LeadFormApi
}

export function ContactOffer({ call, form }: ContactOfferProps) {
  const id = useId()
  const { contact_type, contact_date } = form.values.lead
  if (contact_type !== null && contact_date !== null) return null
  const { way, called_at, mobile } = call
  return (
    <div className={classes.place}>
      <div className={classes.root} role="group" aria-labelledby={id}>
        <span className={classes.question} id={id}>
          Contato de {formatDate(called_at)} às {formatTime(called_at)} por
        </span>
        <div className={answers.answers}>
          {contactTypesOfCall(way, mobile).map((type) => (
            <button
              key={type}
              type="button"
              className={answers.answer}
              onClick={() => {
                form.setValues({ lead: contactByCall(type, called_at) })
                // The offer disappears with the focused button.
                form.show('contact_type')?.focus({ preventScroll: true })
              }}
            >
              {form.catalogues.contactTypes.get(type)}
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}
