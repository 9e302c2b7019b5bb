//! The description of the interface in OpenAPI 3.1.
//!
//! In: the list of endpoints. Out: the document, which therefore cannot lag behind. Every endpoint may be asked with `GET` and a query, or with `POST`
//! and a JSON object of the same parameters.

use serde_json::{Map, Value, json};

use super::{ENDPOINTS, Endpoint, Kinds, Parameter};

/// The document.
///
/// ```
/// let document = grundy_page::api::document();
/// assert!(document["paths"]["/api/v1/value"]["get"].is_object());
/// ```
#[must_use]
pub fn document() -> Value {
    let paths: Map<String, Value> = ENDPOINTS.iter().map(|e| (format!("/api/v1/{}", e.name), path(e))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "grundy",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Impartial games: their values, moves, tables, periods, and the claims about them. Numbers from 2^53 on are strings of digits.",
            "license": {"name": "MIT OR Apache-2.0", "url": "https://spdx.org/licenses/MIT.html"},
        },
        "security": [{"bearer": []}, {"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "token": {"type": "apiKey", "in": "query", "name": "token"},
            },
            "schemas": {"Error": error()},
        },
    })
}

fn path(endpoint: &Endpoint) -> Value {
    let parameters: Vec<Value> = endpoint.parameters.iter().map(parameter).collect();
    let properties: Map<String, Value> =
        endpoint.parameters.iter().map(|p| (p.name.to_string(), json!({"description": p.about}))).collect();
    let required: Vec<&str> = endpoint.parameters.iter().filter(|p| p.needed).map(|p| p.name).collect();
    let mut body = json!({"type": "object", "properties": properties, "additionalProperties": false});
    if !required.is_empty() {
        body["required"] = required.into();
    }
    json!({
        "get": {
            "operationId": endpoint.name,
            "summary": endpoint.about,
            "parameters": parameters,
            "responses": responses(endpoint.kind),
        },
        "post": {
            "operationId": format!("{}_by_post", endpoint.name),
            "summary": endpoint.about,
            "requestBody": {"required": true, "content": {"application/json": {"schema": body}}},
            "responses": responses(endpoint.kind),
        },
    })
}

fn parameter(parameter: &Parameter) -> Value {
    let Parameter { name, about, needed, example } = *parameter;
    let mut told = json!({
        "name": name, "in": "query", "required": needed, "description": about, "schema": {"type": "string"},
    });
    if !example.is_empty() {
        told["example"] = example.into();
    }
    told
}

fn responses(kind: Kinds) -> Value {
    let good = match kind {
        Kinds::Json => {
            json!({"description": "the answer", "content": {"application/json": {"schema": {"type": "object"}}}})
        }
        Kinds::Lines => json!({
            "description": "objects, a line each; an error in the midst of them is the last line",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        }),
        Kinds::Cells => json!({
            "description": "cells, row-major, the lowest byte first; the greatest number of the width, of signed cells the least, means that no position exists",
            "headers": {
                "Grundy-Width": {"description": "bytes of a cell: 1, 2, 4 or 8", "schema": {"type": "integer"}},
                "Grundy-Signed": {"description": "1 if the cells are signed", "schema": {"type": "integer"}},
                "Grundy-Shape": {"description": "cells along each axis", "schema": {"type": "string"}},
                "Grundy-Greatest": {"description": "the greatest number, of signed cells the greatest absolute value", "schema": {"type": "integer"}},
                "Grundy-Rules": {"description": "the hash of the rules", "schema": {"type": "string"}},
            },
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }),
    };
    let wrong = |about: &str| json!({"description": about, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}});
    json!({
        "200": good,
        "400": wrong("the parameters are wrong"),
        "401": wrong("the token is missing or wrong"),
        "403": wrong("the request comes from another site, or from a guest who may not ask this"),
        "404": wrong("there is no such address"),
        "405": wrong("an address is asked with GET or POST"),
        "408": wrong("the body did not arrive in time"),
        "413": wrong("the body is too long"),
        "415": wrong("the body is no JSON"),
        "422": wrong("a limit was reached: memory, time, cells"),
        "503": wrong("too many questions at once"),
    })
}

/// The object of an error.
fn error() -> Value {
    json!({
        "type": "object",
        "required": ["v", "error"],
        "properties": {
            "v": {"const": 1},
            "cmd": {"type": ["string", "null"]},
            "error": {
                "type": "object",
                "required": ["message", "code"],
                "properties": {
                    "message": {"type": "string"},
                    "code": {"type": "string"},
                    "help": {"type": ["string", "null"]},
                    "file": {"type": ["string", "null"]},
                    "line": {"type": ["integer", "null"]},
                    "column": {"type": ["integer", "null"]},
                    "length": {"type": ["integer", "null"]},
                },
            },
        },
    })
}
