/** Where the help is. The shell needs no more of it. */
export const HELP_PATH = '/ajuda'
