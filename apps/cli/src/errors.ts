/** The command failed for a reason that its message explains to the operator. It ends with code 1. */
export class Failure extends Error {}

/** Something that was named does not exist. The command ends with code 2. */
export class NotFound extends Failure {}
