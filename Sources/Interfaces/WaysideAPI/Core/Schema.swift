import Base

/// The shape of a JSON value, as the OpenAPI document describes it.
public typealias Schema = JSONSchema
