/**
 * How long servers of tests keep a connection that nobody uses, in milliseconds: as
 * ours do. After Node's five seconds a busy machine sends the next request just when
 * the server closes the connection, and the request is lost.
 */
export const keepAliveTimeout = 65_000;
