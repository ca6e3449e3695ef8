// Generated from openapi.yaml by generate-schema.mjs (npm run schema). Not for editing by hand.
/* eslint-disable */

export interface paths {
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alerts active now, or at a given time */
        get: operations["v1ListAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alerts active now, or at a given time */
        get: operations["v2ListAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{alertId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alert with its metrics
         * @description The metrics are always included. The operation can also reconstruct the alert at an event sequence; the name of that parameter is not shown.
         */
        get: operations["v1GetAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/alerts/{alertId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One alert with its metrics
         * @description The metrics are always included. The operation can also reconstruct the alert at an event sequence; the name of that parameter is not shown.
         */
        get: operations["v2GetAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{alertId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An alert's events, in chronological order */
        get: operations["v1ListAlertEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/alerts/{alertId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An alert's events, in chronological order */
        get: operations["v2ListAlertEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{alertId}/events/{sequenceNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One event with its changes */
        get: operations["v1GetAlertEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/alerts/{alertId}/events/{sequenceNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One event with its changes */
        get: operations["v2GetAlertEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ad/metrics/{node-id}/{metric-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Datapoints with corridors, timestamps in epoch milliseconds
         * @description Without from and to the range is the last 15 minutes. The window must not exceed 14 days, nor 48 hours where 1m is requested for a metric stored at 1m. When granularity is omitted, it is chosen from the range: up to 12h 1m, up to 7d 15m, more than 7d 60m.
         */
        get: operations["v1GetMetricData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/metrics/{node-id}/{metric-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Datapoints with corridors, ISO timestamps
         * @description The window between from and to must not exceed 14 days. There is no granularity.
         */
        get: operations["v2GetMetricData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/corridors/{node-id}/{metric-id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Corridors ahead
         * @description Query parameters and body are not shown.
         */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/anomalies/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Anomalies that are current */
        get: operations["listCurrentAnomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/anomalies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Anomalies of a period */
        get: operations["listAnomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/anomalies/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** New, updated and closed anomalies */
        get: operations["listUnreadAnomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/anomalies/{alert-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The anomaly updates of an alert */
        get: operations["listAlertAnomalies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/anomalies/{alert-id}/details/{update-id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One anomaly update */
        get: operations["getAnomalyDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/alerts/explore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search alerts */
        get: operations["exploreAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/alerts/explore/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count alerts over time */
        get: operations["exploreAlertsTimeseries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        Impact: "low" | "medium" | "high" | "severe";
        /** @enum {string} */
        Severity: "green" | "yellow" | "orange" | "red" | "blood_red";
        /** @enum {string} */
        DeviationType: "missing_data" | "deviation";
        /** @description Meaning and scale are not shown. */
        MetricScore: {
            adjusted: number;
            contribution: number;
        };
        Alert: {
            /** @description Alert identifier. */
            id: string;
            /** Format: date-time */
            lastSeenAt: string;
            /** Format: date-time */
            firstSeenAt: string;
            /** @description True when the alert is currently active. */
            active: boolean;
            impact: components["schemas"]["Impact"];
            activeNodes: number;
            activeMetrics: number;
            score: number | null;
            learningStatus: number | null;
            /** @description In the list, present only with expand=metrics. */
            metrics?: components["schemas"]["AlertMetric"][];
        };
        AlertWithMetrics: components["schemas"]["Alert"] & {
            metrics: components["schemas"]["AlertMetric"][];
        };
        AlertMetric: {
            /** Format: int64 */
            nodeId: number;
            nodeName: string | null;
            /** @description Metric identifier. */
            statTypeId: string;
            statTypeName: string | null;
            /** Format: int64 */
            systemId: number | null;
            systemName: string | null;
            score: components["schemas"]["MetricScore"];
            learningStatus: number;
            /**
             * @description Values seen: green, yellow, orange, red, blood_red.
             * @example green
             * @example yellow
             * @example orange
             * @example red
             * @example blood_red
             */
            severity: string;
            /**
             * @description May be absent in the single-alert response.
             * @enum {string|null}
             */
            type?: "missing_data" | "deviation" | null;
            /** @description May be absent in the single-alert response. */
            closestBaselineDeviation?: number | null;
        };
        /** @enum {string} */
        EventType: "created" | "updated" | "ended";
        AlertEvent: {
            /** @description Alert identifier. */
            id: string;
            /** @description Position in the alert timeline. */
            sequence: number;
            eventType: components["schemas"]["EventType"];
            /** Format: date-time */
            eventOccurred: string;
            active: boolean;
            impact: components["schemas"]["Impact"];
            activeNodes: number;
            activeMetrics: number;
            score: number | null;
            learningStatus: number | null;
            /** @description In the list, present only with expand=changes. */
            changes?: components["schemas"]["Change"][];
        };
        AlertEventWithChanges: components["schemas"]["AlertEvent"] & {
            changes: components["schemas"]["Change"][];
        };
        AlertEventList: {
            page: number;
            limit: number;
            total: number;
            items: components["schemas"]["AlertEvent"][];
        };
        /** @enum {string} */
        ChangeType: "added" | "updated" | "removed";
        Change: {
            type: components["schemas"]["ChangeType"];
            /** Format: int64 */
            nodeId: number;
            nodeName: string | null;
            statTypeId: string;
            statTypeName: string | null;
            /** Format: int64 */
            systemId: number | null;
            systemName: string | null;
            values: components["schemas"]["ChangeValues"] | null;
        };
        ChangeValues: {
            score: components["schemas"]["MetricScore"];
            learningStatus: number;
            severity: components["schemas"]["Severity"];
            /** @enum {string|null} */
            type: "missing_data" | "deviation" | null;
            closestBaselineDeviation: number | null;
        };
        ExploreListItem: {
            id: string;
            active: boolean;
            /** Format: date-time */
            firstSeenAt: string | null;
            /** Format: date-time */
            lastSeenAt: string | null;
            impact: components["schemas"]["Impact"] | null;
            activeNodes: number | null;
            activeMetrics: number | null;
            score: number | null;
            learningStatus: number | null;
        };
        ExploreList: {
            page: number;
            limit: number;
            total: number;
            items: components["schemas"]["ExploreListItem"][];
        };
        /** @enum {string} */
        ExploreBucketWidth: "15m" | "1h" | "4h" | "1d";
        ExploreBucket: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            active: number;
            impacts: {
                low: number;
                medium: number;
                high: number;
                severe: number;
            };
        };
        ExploreTimeseries: {
            bucket: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            buckets: components["schemas"]["ExploreBucket"][];
        };
        /** @enum {string} */
        AnomalySeverity: "low" | "medium" | "severe";
        /**
         * @description 1 for low, 2 for medium, 3 for the highest level.
         * @enum {integer}
         */
        AnomalySeverityNum: 1 | 2 | 3;
        System: {
            /** Format: int64 */
            id: number;
            name: string;
        };
        Node: {
            /** Format: int64 */
            id: number;
            name: string;
            system: components["schemas"]["System"];
        };
        AnomalyBase: {
            severity: components["schemas"]["AnomalySeverity"];
            severity_num: components["schemas"]["AnomalySeverityNum"];
            nodes_affected: number;
            metrics_affected: number;
            /** Format: date-time */
            event_occured: string;
            event_type: components["schemas"]["EventType"];
        };
        /** @description A group of anomalies. */
        Anomaly: components["schemas"]["AnomalyBase"] & {
            /** Format: uuid */
            id: string;
            items: components["schemas"]["AnomalyItem"][];
        };
        AnomalyItem: {
            node: components["schemas"]["Node"];
            metrics: components["schemas"]["AnomalyItemMetric"][];
        };
        AnomalyItemMetric: {
            /** @description Metric id. */
            id: string;
            name: string;
            /** @enum {string} */
            metric_type: "integer" | "double" | "boolean";
            aggregation: components["schemas"]["Aggregation"];
            severity: components["schemas"]["AnomalySeverity"];
            severity_num: components["schemas"]["AnomalySeverityNum"];
            /** Format: date-time */
            started: string;
            /** Format: date-time */
            updated: string;
        };
        /** @description As an anomaly, its metrics with datapoints. */
        MeteredAnomaly: components["schemas"]["AnomalyBase"] & {
            /** Format: uuid */
            id: string;
            items: components["schemas"]["MeteredAnomalyItem"][];
        };
        MeteredAnomalyItem: {
            node: components["schemas"]["Node"];
            metrics: components["schemas"]["MeteredAnomalyItemMetric"][];
        };
        MeteredAnomalyItemMetric: components["schemas"]["AnomalyItemMetric"] & {
            /** @description Sorted by timestamp. Whether it is absent or empty without with-metrics is not shown. */
            data?: components["schemas"]["MetricDatapoint"][];
        };
        TrimmedAnomaly: components["schemas"]["AnomalyBase"] & {
            /** @description Parent alert id. */
            id: string;
            /** @description Anomaly update id. */
            update_id: string;
        };
        MeteredAnomaliesGrouped: {
            /** @description Discovered in the period. */
            new: components["schemas"]["MeteredAnomaly"][];
            /** @description Updated in the period; existing anomalies that were not updated are not returned. */
            updated: components["schemas"]["MeteredAnomaly"][];
            /** @description Closed in the period. */
            closed: components["schemas"]["MeteredAnomaly"][];
        };
        /** @enum {string} */
        Aggregation: "avg" | "max" | "sum";
        /** @enum {string} */
        Granularity: "1m" | "15m" | "60m" | "1h";
        Corridor: {
            /** @description Upper limit. */
            up: number;
            /** @description Lower limit. */
            down: number;
        };
        Corridors: {
            /** @description Most frequent behaviour. */
            main: components["schemas"]["Corridor"];
            /** @description Frequent deviations above main; null when the band is not present. */
            sup: components["schemas"]["Corridor"] | null;
            /** @description Frequent deviations below main; null when the band is not present. */
            inf: components["schemas"]["Corridor"] | null;
        };
        /** @description As the v2 schema has it. */
        MetricDatapoint: {
            /** Format: date-time */
            timestamp: string;
            /** @description Smoothed value used by the learning. */
            smoothened: number;
            corridors: components["schemas"]["Corridors"];
        };
        /** @description As the v1 response has it. */
        MetricDatapointV1: {
            /**
             * Format: int64
             * @description Epoch milliseconds.
             */
            timestamp: number;
            /** @description Smoothed value used by the learning. */
            smoothened: number;
            corridors: components["schemas"]["Corridors"];
        };
        MetricData: {
            /** Format: int64 */
            node: number;
            metric: string;
            aggregation: components["schemas"]["Aggregation"];
            data: components["schemas"]["MetricDatapoint"][];
        };
        MetricDataV1: {
            /** Format: int64 */
            node: number;
            metric: string;
            aggregation: components["schemas"]["Aggregation"];
            /** @description The returned granularity. */
            granularity: string;
            /** @description The granularity of the underlying series. */
            sourceGranularity: string;
            data: components["schemas"]["MetricDatapointV1"][];
        };
        /** @description Not shown. */
        Forecast: unknown;
        /** @description Shape not shown. */
        Error: unknown;
    };
    responses: {
        /** @description The alerts. */
        Alerts: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Alert"][];
            };
        };
        /** @description The alert, metrics always included. */
        Alert: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertWithMetrics"];
            };
        };
        /** @description A page of events, in chronological order. */
        AlertEvents: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertEventList"];
            };
        };
        /** @description The event including changes. */
        AlertEvent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertEventWithChanges"];
            };
        };
        /** @description Wrong or missing parameter. */
        WrongParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Wrong or missing parameter, unsupported granularity, or a time range above the allowed limit. */
        WrongMetricDataParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Authentication information is missing or invalid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Authentication information is missing or invalid (the token is not permitted). */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Alert not found or not active at the requested time. */
        AlertNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Alert event not found. */
        AlertEventNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        alertId: string;
        alertIdOfAnomalies: string;
        sequenceNumber: number;
        nodeIdPath: number;
        metricIdPath: string;
        /** @description If omitted, current active alerts are returned. */
        alertsAt: string;
        /** @description Point-in-time reconstruction. */
        alertAt: string;
        /** @description Comma-separated; `metrics` adds the metrics array. */
        expandMetrics: string;
        /** @description Comma-separated; `changes` includes changes. */
        expandChanges: string;
        eventsPage: number;
        eventsLimit: number;
        from: string;
        to: string;
        fromOptional: string;
        toOptional: string;
        /** @description When omitted, the service resolves the metric's aggregation itself. */
        aggregation: components["schemas"]["Aggregation"];
        /** @description When omitted, it is chosen from the range. */
        granularity: components["schemas"]["Granularity"];
        /** @description Whether alerts contain corridors and stats. */
        withMetrics: boolean;
        /** @description Semantics not shown. */
        q: string;
        nodeIdQuery: number;
        statTypeIdQuery: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    v1ListAlerts: {
        parameters: {
            query?: {
                /** @description If omitted, current active alerts are returned. */
                at?: components["parameters"]["alertsAt"];
                /** @description Comma-separated; `metrics` adds the metrics array. */
                expand?: components["parameters"]["expandMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alerts"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    v2ListAlerts: {
        parameters: {
            query?: {
                /** @description If omitted, current active alerts are returned. */
                at?: components["parameters"]["alertsAt"];
                /** @description Comma-separated; `metrics` adds the metrics array. */
                expand?: components["parameters"]["expandMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alerts"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    v1GetAlert: {
        parameters: {
            query?: {
                /** @description Point-in-time reconstruction. */
                at?: components["parameters"]["alertAt"];
            };
            header?: never;
            path: {
                alertId: components["parameters"]["alertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alert"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AlertNotFound"];
        };
    };
    v2GetAlert: {
        parameters: {
            query?: {
                /** @description Point-in-time reconstruction. */
                at?: components["parameters"]["alertAt"];
            };
            header?: never;
            path: {
                alertId: components["parameters"]["alertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alert"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AlertNotFound"];
        };
    };
    v1ListAlertEvents: {
        parameters: {
            query?: {
                page?: components["parameters"]["eventsPage"];
                limit?: components["parameters"]["eventsLimit"];
                /** @description Comma-separated; `changes` includes changes. */
                expand?: components["parameters"]["expandChanges"];
            };
            header?: never;
            path: {
                alertId: components["parameters"]["alertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertEvents"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AlertNotFound"];
        };
    };
    v2ListAlertEvents: {
        parameters: {
            query?: {
                page?: components["parameters"]["eventsPage"];
                limit?: components["parameters"]["eventsLimit"];
                /** @description Comma-separated; `changes` includes changes. */
                expand?: components["parameters"]["expandChanges"];
            };
            header?: never;
            path: {
                alertId: components["parameters"]["alertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertEvents"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AlertNotFound"];
        };
    };
    v1GetAlertEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: components["parameters"]["alertId"];
                sequenceNumber: components["parameters"]["sequenceNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertEvent"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AlertEventNotFound"];
        };
    };
    v2GetAlertEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alertId: components["parameters"]["alertId"];
                sequenceNumber: components["parameters"]["sequenceNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertEvent"];
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AlertEventNotFound"];
        };
    };
    v1GetMetricData: {
        parameters: {
            query?: {
                from?: components["parameters"]["fromOptional"];
                to?: components["parameters"]["toOptional"];
                /** @description When omitted, the service resolves the metric's aggregation itself. */
                aggregation?: components["parameters"]["aggregation"];
                /** @description When omitted, it is chosen from the range. */
                granularity?: components["parameters"]["granularity"];
            };
            header?: never;
            path: {
                "node-id": components["parameters"]["nodeIdPath"];
                "metric-id": components["parameters"]["metricIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metric data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricDataV1"];
                };
            };
            400: components["responses"]["WrongMetricDataParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    v2GetMetricData: {
        parameters: {
            query: {
                from: components["parameters"]["from"];
                to: components["parameters"]["to"];
                /** @description When omitted, the service resolves the metric's aggregation itself. */
                aggregation?: components["parameters"]["aggregation"];
            };
            header?: never;
            path: {
                "node-id": components["parameters"]["nodeIdPath"];
                "metric-id": components["parameters"]["metricIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metric data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricData"];
                };
            };
            400: components["responses"]["WrongMetricDataParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getForecast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                "node-id": components["parameters"]["nodeIdPath"];
                "metric-id": components["parameters"]["metricIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forecast; its fields are not shown. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forecast"];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listCurrentAnomalies: {
        parameters: {
            query?: {
                to?: components["parameters"]["toOptional"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current anomalies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Anomaly"][];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listAnomalies: {
        parameters: {
            query: {
                from: components["parameters"]["from"];
                to: components["parameters"]["to"];
                /** @description Whether alerts contain corridors and stats. */
                "with-metrics"?: components["parameters"]["withMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The period's anomalies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteredAnomaly"][];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listUnreadAnomalies: {
        parameters: {
            query?: {
                to?: components["parameters"]["toOptional"];
                /** @description Whether alerts contain corridors and stats. */
                "with-metrics"?: components["parameters"]["withMetrics"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The anomalies, grouped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteredAnomaliesGrouped"];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    listAlertAnomalies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                "alert-id": components["parameters"]["alertIdOfAnomalies"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert's anomaly updates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrimmedAnomaly"][];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getAnomalyDetails: {
        parameters: {
            query?: {
                /** @description Whether alerts contain corridors and stats. */
                "with-metrics"?: components["parameters"]["withMetrics"];
            };
            header?: never;
            path: {
                "alert-id": components["parameters"]["alertIdOfAnomalies"];
                /** @description An anomaly update's identifier, `update_id` of a trimmed anomaly. */
                "update-id": string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The anomaly as of that update. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteredAnomaly"];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    exploreAlerts: {
        parameters: {
            query?: {
                at?: string;
                from?: components["parameters"]["fromOptional"];
                to?: components["parameters"]["toOptional"];
                /** @description Counted from 1; the default is not shown. */
                page?: number;
                /** @description Page size; the default is not shown. */
                limit?: number;
                /** @description Semantics not shown. */
                q?: components["parameters"]["q"];
                impact?: "low" | "medium" | "high" | "severe" | "any";
                minScore?: number;
                nodeId?: components["parameters"]["nodeIdQuery"];
                statTypeId?: components["parameters"]["statTypeIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExploreList"];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    exploreAlertsTimeseries: {
        parameters: {
            query: {
                from: components["parameters"]["from"];
                to: components["parameters"]["to"];
                bucket: components["schemas"]["ExploreBucketWidth"];
                /** @description Semantics not shown. */
                q?: components["parameters"]["q"];
                nodeId?: components["parameters"]["nodeIdQuery"];
                statTypeId?: components["parameters"]["statTypeIdQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts per bucket. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExploreTimeseries"];
                };
            };
            400: components["responses"]["WrongParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
}
