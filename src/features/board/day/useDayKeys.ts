/** The keys of 'Meu dia': docs/rules.md#my-day */
import { useHotkeys } from '@mantine/hooks'

interface DayKeys {
  /** The form of a lead lies over the screen. */
  readonly isCovered: boolean
  readonly go: (step: number) => void
}

const OVER = '[role="dialog"], [role="menu"]'
const OUTCOMES = ['1', '2', '3', '4', '5', '6']
/** A key of these is theirs. */
const CONTROLS = 'a, button'

export function useDayKeys({ isCovered, go }: DayKeys): void {
  const free = (act: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (!isCovered && document.querySelector(OVER) === null) act(event)
  }
  const press = (act: string) =>
    free((event) => {
      // A menu closes at a key outside it: it must not see the one that opens it.
      event.stopPropagation()
      const button = document.querySelector<HTMLElement>(`[data-day-act="${act}"]`)
      // A menu of a button out of sight is hidden, and would take the keys.
      button?.scrollIntoView({ block: 'nearest' })
      button?.click()
    })
  const open = press('open')
  useHotkeys(
    (
      [
        ['j', free(() => go(1))],
        ['k', free(() => go(-1))],
        ['l', press('call')],
        ['w', press('whatsapp')],
        ['a', press('postpone')],
        ...OUTCOMES.map((key) => [key, press(`outcome-${key}`)] as const),
        ['n', press('note')],
        [
          'Enter',
          (event: KeyboardEvent) => {
            const { target } = event
            if (!(target instanceof Element && target.closest(CONTROLS) !== null)) open(event)
          },
        ],
      ] as const
    ).map(([key, act]) => [key, act, { preventDefault: false }]),
  )
}
