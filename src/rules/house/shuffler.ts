/** What deals the cards: a shoe that is shuffled when it is used up, or a machine that takes the cards back after each round. */
export const SHUFFLERS = ['shoe', 'continuous'] as const
export type Shuffler = (typeof SHUFFLERS)[number]
