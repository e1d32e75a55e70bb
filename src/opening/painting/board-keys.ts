/** What the browser's own storages have of the board, where they are read before the board's code is there. */

/** Key in local storage of how the board looks to a user: cards or list. It says nothing about anybody. */
export const lookKey = (userId: number): string => `farol_board_look_${userId}`

/**
 * Key in session storage of the view that a tab shows. One a user: another user of this tab has another view. Not in the
 * address, since filters name people.
 */
export const viewKey = (userId: number): string => `farol_board_view_${userId}`
